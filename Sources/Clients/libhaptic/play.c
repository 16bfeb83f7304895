// Plays and stops.

#include <math.h>

#include "client.h"
#include "connection.h"
#include "requests.h"
#include "sizes.h"
#include "timeline.h"
#include "units.h"

/// Sends a play. This is the path of every play: with a connection, it makes one system call and allocates nothing.
static int send_play(struct haptic_client *client, struct play_fields *play, double intensity) {
  uint8_t packet[PLAY_SIZE];
  if (isnan(intensity)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  play->intensity = unit_share(intensity);
  if (play->cause == 0) play->cause = clock_now();
  int handle = (int)play->handle;
  size_t size = request_play(packet, client_serial(client, HAPTIC_REQUEST_PLAY, handle), play);
  return connection_send(client, packet, size, handle);
}

int haptic_play(struct haptic_client *client, const char *name, double intensity) {
  struct name feedback;
  int result = client_check(client);
  if (result < 0) return result;
  if (!name_read(&feedback, name) || name_is_empty(&feedback)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  return send_play(client, &(struct play_fields){.name = &feedback}, intensity);
}

int haptic_play_handle(struct haptic_client *client, int handle, double intensity) {
  int result = client_check(client);
  if (result < 0) return result;
  if (!bindings_find(&client->bindings, handle)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  return send_play(client, &(struct play_fields){.handle = (uint32_t)handle}, intensity);
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
  return play->category >= HAPTIC_CATEGORY_DEFAULT && play->category <= HAPTIC_CATEGORY_ACCESSIBILITY &&
         play->locality >= HAPTIC_LOCALITY_DEFAULT && play->locality <= HAPTIC_LOCALITY_EVERYWHERE &&
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
  struct play_fields fields = {
      .playback = play.playback,
      .handle = (uint32_t)play.handle,
      .device = play.device,
      .category = (uint8_t)play.category,
      .locality = (uint8_t)play.locality,
      .start = play.start,
      .cause = play.cause,
      .deadline = play.deadline_us,
      .important = (play.flags & HAPTIC_FLAG_IMPORTANT) != 0,
      .fallback = (play.flags & HAPTIC_FLAG_FALLBACK) != 0,
      .offset = play.offset_us,
      .loop_end = play.loop_end_us,
      .limit = play.limit_us,
      .repeats = play.repeats,
      .rate = play.rate == 0 ? 0 : clamped_rate(play.rate),
      .name = play.handle == 0 ? &name : NULL,
  };
  return send_play(client, &fields, play.intensity);
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
