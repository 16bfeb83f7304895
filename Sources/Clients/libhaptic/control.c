// Changes of playbacks while they play. Without a connection there are no playbacks, so these requests do not connect:
// they would start the daemon for nothing.

#include <math.h>

#include "arguments.h"
#include "client.h"
#include "connection.h"
#include "requests.h"

/// Sends an action without waiting.
static int act(struct haptic_client *client, struct transport_fields transport) {
  uint8_t packet[TRANSPORT_SIZE];
  int result = client_check(client);
  if (result < 0) return result;
  if (transport.playback == 0 || transport.at >= TIME_LIMIT || transport.offset >= TIME_LIMIT) {
    return HAPTIC_ERROR_INVALID_ARGUMENT;
  }
  size_t size = request_transport(packet, client_serial(client, HAPTIC_REQUEST_TRANSPORT, 0), &transport);
  return connection_tell(client, packet, size);
}

static int act_at(struct haptic_client *client, enum transport_action action, uint32_t playback, uint64_t at) {
  return act(client, (struct transport_fields){.playback = playback, .action = (uint8_t)action, .at = at});
}

int haptic_stop_at(struct haptic_client *client, uint32_t playback, uint64_t at) {
  return act_at(client, ACTION_STOP, playback, at);
}

int haptic_pause(struct haptic_client *client, uint32_t playback, uint64_t at) {
  return act_at(client, ACTION_PAUSE, playback, at);
}

int haptic_resume(struct haptic_client *client, uint32_t playback, uint64_t at) {
  return act_at(client, ACTION_RESUME, playback, at);
}

int haptic_cancel(struct haptic_client *client, uint32_t playback, uint64_t at) {
  return act_at(client, ACTION_CANCEL, playback, at);
}

int haptic_seek(struct haptic_client *client, uint32_t playback, uint64_t offset_us, uint64_t at) {
  return act(
      client, (struct transport_fields){.playback = playback, .action = ACTION_SEEK, .at = at, .offset = offset_us});
}

int haptic_loop(struct haptic_client *client, uint32_t playback, uint32_t repeats, uint64_t end_us, uint64_t at) {
  struct transport_fields transport = {
      .playback = playback, .action = ACTION_LOOP, .at = at, .offset = end_us, .repeats = repeats};
  return loop_is_valid(repeats, end_us) ? act(client, transport) : HAPTIC_ERROR_INVALID_ARGUMENT;
}

int haptic_mute(struct haptic_client *client, uint32_t playback, int muted, uint64_t at) {
  return act(
      client, (struct transport_fields){.playback = playback, .action = ACTION_MUTE, .at = at, .flag = muted != 0});
}

int haptic_set_rate(struct haptic_client *client, uint32_t playback, float rate, uint64_t at) {
  if (isnan(rate)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  return act(client, (struct transport_fields){.playback = playback, .action = ACTION_RATE, .at = at, .rate = rate});
}

int haptic_set_control(struct haptic_client *client, uint32_t playback, int control, float value, uint64_t at) {
  return haptic_modulate(client, playback, control, &(struct haptic_point){.value = value}, 1, at);
}

int haptic_modulate(
    struct haptic_client *client, uint32_t playback, int control, const struct haptic_point *points, size_t count,
    uint64_t at) {
  uint8_t packet[REQUEST_SIZE_MAX];
  int result = client_check(client);
  if (result < 0) return result;
  if (playback == 0 || at >= TIME_LIMIT || count > HAPTIC_MODULATION_MAX || !control_is_valid(control) ||
      !points_are_valid(points, count)) {
    return HAPTIC_ERROR_INVALID_ARGUMENT;
  }
  uint32_t serial = client_serial(client, HAPTIC_REQUEST_MODULATE, 0);
  size_t size = request_modulate(packet, serial, playback, (uint8_t)control, at, points, count);
  return connection_tell(client, packet, size);
}
