// Plays and stops.

#include <math.h>

#include "arguments.h"
#include "client.h"
#include "connection.h"
#include "requests.h"

/// Sends a play of a handle, or of a name. This is the path of every play: with a connection, it makes one system call
/// and allocates nothing.
static int send_play(struct haptic_client *client, struct haptic_play_options play, const struct name *name) {
  uint8_t packet[PLAY_SIZE];
  if (isnan(play.intensity)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  if (play.cause == 0) play.cause = clock_now();
  size_t size = request_play(packet, client_serial(client, HAPTIC_REQUEST_PLAY, play.handle), &play, name);
  return connection_send(client, packet, size, play.handle);
}

int haptic_play(struct haptic_client *client, const char *name, double intensity) {
  struct name feedback;
  int result = client_check(client);
  if (result < 0) return result;
  if (!name_read(&feedback, name) || name_is_empty(&feedback)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  return send_play(client, (struct haptic_play_options){.intensity = intensity}, &feedback);
}

int haptic_play_handle(struct haptic_client *client, int handle, double intensity) {
  int result = client_check(client);
  if (result < 0) return result;
  if (!bindings_find(&client->bindings, handle)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  return send_play(client, (struct haptic_play_options){.handle = handle, .intensity = intensity}, NULL);
}

/// Copies the play of a program for this version, an earlier or a later one. The first structure ended with `reserved`.
static bool copy_play(struct haptic_play_options *copy, const struct haptic_play_options *play) {
  return play && size_copy(copy, offsetof(struct haptic_play_options, offset_us), sizeof *copy, play, play->size);
}

/// Whether the play has a name or a handle in use, and all other values are within their ranges.
static bool is_valid(struct haptic_client *client, const struct haptic_play_options *play, struct name *name) {
  if (play->handle == 0) {
    if (!name_read(name, play->name) || name_is_empty(name)) return false;
  } else if (play->name || !bindings_find(&client->bindings, play->handle)) {
    return false;
  }
  return category_is_valid(play->category) && play->locality >= HAPTIC_LOCALITY_DEFAULT &&
         play->locality <= HAPTIC_LOCALITY_EVERYWHERE &&
         (play->flags & ~(uint32_t)(HAPTIC_FLAG_IMPORTANT | HAPTIC_FLAG_FALLBACK)) == 0 && play->start < TIME_LIMIT &&
         play->cause < TIME_LIMIT && play->reserved == 0 && play->offset_us < TIME_LIMIT &&
         play->limit_us < TIME_LIMIT && loop_is_valid(play->repeats, play->loop_end_us) && !isnan(play->rate);
}

int haptic_play_with(struct haptic_client *client, const struct haptic_play_options *given) {
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  struct name name;
  int result = client_check(client);
  if (result < 0) return result;
  if (!copy_play(&play, given) || !is_valid(client, &play, &name)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  return send_play(client, play, &name);
}

uint32_t haptic_new_playback(struct haptic_client *client) {
  if (client_check(client) < 0) return 0;
  client->last_playback++;
  if (client->last_playback == 0) client->last_playback = 1;
  return client->last_playback;
}

int haptic_stop(struct haptic_client *client, uint32_t playback) {
  uint8_t packet[STOP_SIZE];
  int result = client_check(client);
  if (result < 0) return result;
  size_t size = request_stop(packet, client_serial(client, HAPTIC_REQUEST_STOP, 0), playback);
  result = connection_tell(client, packet, size);
  // Without a connection, nothing plays.
  return result == HAPTIC_ERROR_DISCONNECTED ? HAPTIC_OK : result;
}

int haptic_stop_everything(struct haptic_client *client) {
  uint8_t packet[STOP_EVERYTHING_SIZE];
  int result = client_check(client);
  if (result < 0) return result;
  size_t size = request_stop_everything(packet, client_serial(client, HAPTIC_REQUEST_STOP_EVERYTHING, 0));
  return connection_send(client, packet, size, 0);
}
