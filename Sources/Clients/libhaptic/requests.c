#include "requests.h"

#include <string.h>

#include "bytes.h"

static size_t begin(uint8_t *packet, uint16_t opcode, uint32_t serial, size_t size) {
  memset(packet, 0, size);
  store16(packet, opcode);
  store32(packet + 4, serial);
  return size;
}

static void store_name(uint8_t *bytes, const struct name *name) { memcpy(bytes, name->bytes, sizeof name->bytes); }

static void store_float(uint8_t *bytes, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  store32(bytes, bits);
}

static void store_value(uint8_t *bytes, uint8_t control, float value) {
  enum { AUDIO_VOLUME = 6 };
  float least = control == HAPTIC_CONTROL_INTENSITY || control == AUDIO_VOLUME ? 0 : -1;
  store_float(bytes, value < least ? least : value > 1 ? 1 : value);
}

size_t request_hello(uint8_t *packet, uint32_t serial, const struct name *application) {
  size_t size = begin(packet, OPCODE_HELLO, serial, 64);
  store16(packet + 8, PROTOCOL_VERSION);
  store_name(packet + 16, application);
  return size;
}

size_t request_prepare(
    uint8_t *packet, uint32_t serial, uint32_t handle, uint32_t device, uint8_t fallback, const struct name *name) {
  size_t size = begin(packet, HAPTIC_REQUEST_PREPARE, serial, PREPARE_SIZE);
  store32(packet + 8, handle);
  store32(packet + 12, device);
  packet[16] = fallback;
  store_name(packet + 24, name);
  return size;
}

size_t request_release(uint8_t *packet, uint32_t serial, uint32_t handle) {
  size_t size = begin(packet, HAPTIC_REQUEST_RELEASE, serial, 12);
  store32(packet + 8, handle);
  return size;
}

size_t request_play(uint8_t *packet, uint32_t serial, const struct play_fields *play) {
  size_t size = begin(packet, HAPTIC_REQUEST_PLAY, serial, PLAY_SIZE);
  store32(packet + 8, play->playback);
  store32(packet + 12, play->handle);
  store32(packet + 16, play->device);
  store16(packet + 20, play->intensity);
  packet[22] = play->category;
  packet[23] = play->locality;
  store64(packet + 24, play->start);
  store64(packet + 32, play->cause);
  store32(packet + 40, play->deadline);
  packet[44] = play->important;
  packet[45] = play->fallback;
  if (play->name) store_name(packet + 48, play->name);
  return size;
}

size_t request_stop(uint8_t *packet, uint32_t serial, uint32_t playback) {
  size_t size = begin(packet, HAPTIC_REQUEST_STOP, serial, 12);
  store32(packet + 8, playback);
  return size;
}

size_t request_stop_everything(uint8_t *packet, uint32_t serial) {
  return begin(packet, HAPTIC_REQUEST_STOP_EVERYTHING, serial, HEADER_SIZE);
}

size_t request_devices(uint8_t *packet, uint32_t serial) { return begin(packet, OPCODE_DEVICES, serial, HEADER_SIZE); }

size_t request_define(uint8_t *packet, uint32_t serial, const struct define_fields *define) {
  size_t size = begin(packet, HAPTIC_REQUEST_DEFINE, serial, DEFINE_SIZE);
  store32(packet + 8, define->handle);
  store32(packet + 12, define->device);
  packet[16] = define->category;
  store32(packet + 20, define->events);
  store32(packet + 24, define->parameters);
  store32(packet + 28, define->points);
  return size;
}

size_t request_part(uint8_t *packet, uint32_t serial, uint32_t handle, enum record_kind kind) {
  size_t size = begin(packet, OPCODE_PART, serial, PART_HEADER_SIZE);
  store32(packet + 8, handle);
  packet[12] = (uint8_t)kind;
  return size;
}

size_t request_transport(uint8_t *packet, uint32_t serial, const struct transport_fields *transport) {
  size_t size = begin(packet, HAPTIC_REQUEST_TRANSPORT, serial, TRANSPORT_SIZE);
  store32(packet + 8, transport->playback);
  packet[12] = transport->action;
  packet[13] = transport->flag;
  store64(packet + 16, transport->at);
  store64(packet + 24, transport->offset);
  store_float(packet + 32, transport->rate);
  return size;
}

size_t request_modulate(
    uint8_t *packet, uint32_t serial, uint32_t playback, uint8_t control, uint64_t at,
    const struct haptic_point *points, size_t count) {
  size_t size = begin(packet, HAPTIC_REQUEST_MODULATE, serial, MODULATE_HEADER_SIZE + 8 * count);
  store32(packet + 8, playback);
  packet[12] = control;
  store64(packet + 16, at);
  for (size_t index = 0; index < count; index++) {
    uint8_t *point = packet + MODULATE_HEADER_SIZE + 8 * index;
    store32(point, points[index].time_us);
    store_value(point + 4, control, points[index].value);
  }
  return size;
}

void record_event(uint8_t *record, const struct event_fields *event) {
  store32(record, event->time);
  store32(record + 4, event->duration);
  record[8] = event->kind;
  record[9] = event->flags;
  store16(record + 10, event->intensity);
  store16(record + 12, event->sharpness);
  store16(record + 14, event->attack);
  store16(record + 16, event->decay);
  store16(record + 18, event->release);
}

void record_parameter(uint8_t *record, uint8_t control, uint32_t time, float value) {
  memset(record, 0, PARAMETER_SIZE);
  record[0] = control;
  store32(record + 4, time);
  store_value(record + 8, control, value);
}

void record_point(
    uint8_t *record, uint8_t control, uint8_t begins_curve, uint32_t start, const struct haptic_point *point) {
  memset(record, 0, POINT_SIZE);
  record[0] = control;
  record[1] = begins_curve;
  store32(record + 4, start);
  store32(record + 8, point->time_us);
  store_value(record + 12, control, point->value);
}
