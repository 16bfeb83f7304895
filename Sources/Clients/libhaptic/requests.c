#include "requests.h"

#include <string.h>

#include "bytes.h"

static size_t begin(uint8_t *packet, uint16_t opcode, uint32_t serial, size_t size) {
  memset(packet, 0, size);
  store16(packet + HEADER_OPCODE, opcode);
  store32(packet + HEADER_SERIAL, serial);
  return size;
}

static void store_name(uint8_t *bytes, const struct name *name) { memcpy(bytes, name->bytes, sizeof name->bytes); }

static void store_float(uint8_t *bytes, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  store32(bytes, bits);
}

// Numbers outside their range are clamped; none is NaN.

/// Stores a fraction from 0 to 1 in units of 1/65535, rounded to the nearest.
static void store_share(uint8_t *bytes, double value) {
  store16(bytes, (uint16_t)((value < 0 ? 0 : value > 1 ? 1 : value) * 65535 + 0.5));
}

static void store_rate(uint8_t *bytes, float rate) { store_float(bytes, rate < 0.1F ? 0.1F : rate > 10 ? 10 : rate); }

static void store_value(uint8_t *bytes, uint8_t control, float value) {
  enum { AUDIO_VOLUME = 6 };
  float least = control == HAPTIC_CONTROL_INTENSITY || control == AUDIO_VOLUME ? 0 : -1;
  store_float(bytes, value < least ? least : value > 1 ? 1 : value);
}

size_t request_hello(uint8_t *packet, uint32_t serial, const struct name *application) {
  size_t size = begin(packet, OPCODE_HELLO, serial, HELLO_SIZE);
  store16(packet + HELLO_VERSION, PROTOCOL_VERSION);
  store_name(packet + HELLO_APPLICATION, application);
  return size;
}

size_t request_prepare(
    uint8_t *packet, uint32_t serial, uint32_t handle, uint32_t device, uint8_t fallback, const struct name *name) {
  size_t size = begin(packet, OPCODE_PREPARE, serial, PREPARE_SIZE);
  store32(packet + PREPARE_HANDLE, handle);
  store32(packet + PREPARE_DEVICE, device);
  packet[PREPARE_FALLBACK] = fallback;
  store_name(packet + PREPARE_NAME, name);
  return size;
}

size_t request_release(uint8_t *packet, uint32_t serial, uint32_t handle) {
  size_t size = begin(packet, OPCODE_RELEASE, serial, RELEASE_SIZE);
  store32(packet + RELEASE_HANDLE, handle);
  return size;
}

size_t request_play(
    uint8_t *packet, uint32_t serial, const struct haptic_play_options *play, const struct name *name) {
  size_t size = begin(packet, OPCODE_PLAY, serial, PLAY_SIZE);
  store32(packet + PLAY_PLAYBACK, play->playback);
  store32(packet + PLAY_HANDLE, (uint32_t)play->handle);
  store32(packet + PLAY_DEVICE, play->device);
  store_share(packet + PLAY_INTENSITY, play->intensity);
  packet[PLAY_CATEGORY] = (uint8_t)play->category;
  packet[PLAY_LOCALITY] = (uint8_t)play->locality;
  store64(packet + PLAY_START, play->start);
  store64(packet + PLAY_CAUSE, play->cause);
  store32(packet + PLAY_DEADLINE, play->deadline_us);
  packet[PLAY_IMPORTANT] = (play->flags & HAPTIC_FLAG_IMPORTANT) != 0;
  packet[PLAY_FALLBACK] = (play->flags & HAPTIC_FLAG_FALLBACK) != 0;
  store64(packet + PLAY_OFFSET, play->offset_us);
  store64(packet + PLAY_LOOP_END, play->loop_end_us);
  store64(packet + PLAY_LIMIT, play->limit_us);
  store32(packet + PLAY_REPEATS, play->repeats);
  if (play->rate != 0) store_rate(packet + PLAY_RATE, play->rate);
  if (play->handle == 0) store_name(packet + PLAY_NAME, name);
  return size;
}

size_t request_stop(uint8_t *packet, uint32_t serial, uint32_t playback) {
  size_t size = begin(packet, OPCODE_STOP, serial, STOP_SIZE);
  store32(packet + STOP_PLAYBACK, playback);
  return size;
}

size_t request_stop_everything(uint8_t *packet, uint32_t serial) {
  return begin(packet, OPCODE_STOP_EVERYTHING, serial, STOP_EVERYTHING_SIZE);
}

size_t request_devices(uint8_t *packet, uint32_t serial) { return begin(packet, OPCODE_DEVICES, serial, DEVICES_SIZE); }

size_t request_define(
    uint8_t *packet, uint32_t serial, uint32_t handle, uint32_t device, uint8_t category, const uint32_t *counts) {
  size_t size = begin(packet, OPCODE_DEFINE, serial, DEFINE_SIZE);
  store32(packet + DEFINE_HANDLE, handle);
  store32(packet + DEFINE_DEVICE, device);
  packet[DEFINE_CATEGORY] = category;
  store32(packet + DEFINE_EVENTS, counts[RECORD_EVENTS]);
  store32(packet + DEFINE_PARAMETERS, counts[RECORD_PARAMETERS]);
  store32(packet + DEFINE_POINTS, counts[RECORD_POINTS]);
  return size;
}

size_t request_part(uint8_t *packet, uint32_t serial, uint32_t handle, enum record_kind kind) {
  size_t size = begin(packet, OPCODE_PART, serial, PART_RECORDS);
  store32(packet + PART_HANDLE, handle);
  packet[PART_KIND] = (uint8_t)kind;
  return size;
}

size_t request_transport(uint8_t *packet, uint32_t serial, const struct transport_fields *transport) {
  size_t size = begin(packet, OPCODE_TRANSPORT, serial, TRANSPORT_SIZE);
  store32(packet + TRANSPORT_PLAYBACK, transport->playback);
  packet[TRANSPORT_ACTION] = transport->action;
  packet[TRANSPORT_FLAG] = transport->flag;
  store64(packet + TRANSPORT_AT, transport->at);
  store64(packet + TRANSPORT_OFFSET, transport->offset);
  if (transport->action == ACTION_RATE) store_rate(packet + TRANSPORT_RATE, transport->rate);
  store32(packet + TRANSPORT_REPEATS, transport->repeats);
  return size;
}

size_t request_modulate(
    uint8_t *packet, uint32_t serial, uint32_t playback, uint8_t control, uint64_t at,
    const struct haptic_point *points, size_t count) {
  size_t size = begin(packet, OPCODE_MODULATE, serial, MODULATE_POINTS + MODULATION_POINT_SIZE * count);
  store32(packet + MODULATE_PLAYBACK, playback);
  packet[MODULATE_CONTROL] = control;
  store64(packet + MODULATE_AT, at);
  for (size_t index = 0; index < count; index++) {
    uint8_t *point = packet + MODULATE_POINTS + MODULATION_POINT_SIZE * index;
    store32(point + MODULATION_POINT_TIME, points[index].time_us);
    store_value(point + MODULATION_POINT_VALUE, control, points[index].value);
  }
  return size;
}

void record_event(uint8_t *record, const struct haptic_pattern_event *event) {
  store32(record + EVENT_RECORD_TIME, event->time_us);
  store32(record + EVENT_RECORD_DURATION, event->duration_us);
  record[EVENT_RECORD_KIND] = (uint8_t)event->type;
  record[EVENT_RECORD_FLAGS] = (uint8_t)event->sustained;
  store_share(record + EVENT_RECORD_INTENSITY, event->intensity);
  store_share(record + EVENT_RECORD_SHARPNESS, event->sharpness);
  store_share(record + EVENT_RECORD_ATTACK, event->attack);
  store_share(record + EVENT_RECORD_DECAY, event->decay);
  store_share(record + EVENT_RECORD_RELEASE, event->release);
}

void record_parameter(uint8_t *record, uint8_t control, uint32_t time, float value) {
  memset(record, 0, PARAMETER_RECORD_SIZE);
  record[PARAMETER_RECORD_CONTROL] = control;
  store32(record + PARAMETER_RECORD_TIME, time);
  store_value(record + PARAMETER_RECORD_VALUE, control, value);
}

void record_point(
    uint8_t *record, uint8_t control, uint8_t begins_curve, uint32_t start, const struct haptic_point *point) {
  memset(record, 0, CURVE_POINT_SIZE);
  record[CURVE_POINT_CONTROL] = control;
  record[CURVE_POINT_FLAGS] = begins_curve;
  store32(record + CURVE_POINT_START, start);
  store32(record + CURVE_POINT_TIME, point->time_us);
  store_value(record + CURVE_POINT_VALUE, control, point->value);
}
