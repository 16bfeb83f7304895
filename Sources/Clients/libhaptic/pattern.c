#include "pattern.h"

#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "requests.h"

/// The records of each kind, as they are in packets. Their number is limited, so that sizes do not overflow.
struct haptic_pattern {
  struct records {
    uint8_t *bytes;
    size_t count, capacity;
  } records[RECORD_POINTS + 1];
};

static const size_t record_sizes[] = {
    [RECORD_EVENTS] = EVENT_RECORD_SIZE,
    [RECORD_PARAMETERS] = PARAMETER_RECORD_SIZE,
    [RECORD_POINTS] = CURVE_POINT_SIZE,
};

struct haptic_pattern *haptic_pattern_new(void) { return calloc(1, sizeof(struct haptic_pattern)); }

void haptic_pattern_free(struct haptic_pattern *pattern) {
  if (!pattern) return;
  for (enum record_kind kind = RECORD_EVENTS; kind <= RECORD_POINTS; kind++) free(pattern->records[kind].bytes);
  free(pattern);
}

// --- Adding

/// Adds `count` records, to be written, and returns the first one; NULL without memory.
static uint8_t *add(struct haptic_pattern *pattern, enum record_kind kind, size_t count) {
  struct records *records = &pattern->records[kind];
  size_t size = record_sizes[kind], needed = records->count + count;
  if (needed > records->capacity) {
    size_t capacity = needed < 16 ? 16 : 2 * needed;
    uint8_t *bytes = realloc(records->bytes, capacity * size);
    if (!bytes) return NULL;
    records->bytes = bytes;
    records->capacity = capacity;
  }
  uint8_t *first = records->bytes + records->count * size;
  records->count = needed;
  return first;
}

static bool has_room_for_points(const struct haptic_pattern *pattern, size_t count) {
  return count <= HAPTIC_POINTS_MAX - pattern->records[RECORD_PARAMETERS].count - pattern->records[RECORD_POINTS].count;
}

static bool is_valid(const struct haptic_pattern_event *event) {
  return (event->type == HAPTIC_PATTERN_EVENT_TRANSIENT || event->type == HAPTIC_PATTERN_EVENT_CONTINUOUS) &&
         (event->sustained == 0 || event->sustained == 1) && event->time_us <= HAPTIC_PATTERN_TIME_MAX &&
         event->duration_us <= HAPTIC_PATTERN_TIME_MAX && !isnan(event->intensity) && !isnan(event->sharpness) &&
         !isnan(event->attack) && !isnan(event->decay) && !isnan(event->release);
}

int haptic_pattern_add_event(struct haptic_pattern *pattern, const struct haptic_pattern_event *given) {
  struct haptic_pattern_event event = HAPTIC_PATTERN_EVENT_INIT;
  if (!pattern || !given || !size_copy(&event, sizeof event, sizeof event, given, given->size) || !is_valid(&event)) {
    return HAPTIC_ERROR_INVALID_ARGUMENT;
  }
  if (pattern->records[RECORD_EVENTS].count == HAPTIC_EVENTS_MAX) return HAPTIC_ERROR_TOO_LARGE;
  uint8_t *record = add(pattern, RECORD_EVENTS, 1);
  if (!record) return HAPTIC_ERROR_OUT_OF_MEMORY;
  record_event(record, &event);
  return HAPTIC_OK;
}

int haptic_pattern_add_tap(struct haptic_pattern *pattern, uint32_t time_us, double intensity, double sharpness) {
  struct haptic_pattern_event event = HAPTIC_PATTERN_EVENT_INIT;
  event.time_us = time_us;
  event.intensity = intensity;
  event.sharpness = sharpness;
  return haptic_pattern_add_event(pattern, &event);
}

int haptic_pattern_add_vibration(
    struct haptic_pattern *pattern, uint32_t time_us, uint32_t duration_us, double intensity, double sharpness) {
  struct haptic_pattern_event event = HAPTIC_PATTERN_EVENT_INIT;
  event.type = HAPTIC_PATTERN_EVENT_CONTINUOUS;
  event.time_us = time_us;
  event.duration_us = duration_us;
  event.intensity = intensity;
  event.sharpness = sharpness;
  return haptic_pattern_add_event(pattern, &event);
}

int haptic_pattern_add_parameter(struct haptic_pattern *pattern, int control, uint32_t time_us, float value) {
  if (!pattern || !control_is_valid(control) || isnan(value)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  if (!has_room_for_points(pattern, 1)) return HAPTIC_ERROR_TOO_LARGE;
  uint8_t *record = add(pattern, RECORD_PARAMETERS, 1);
  if (!record) return HAPTIC_ERROR_OUT_OF_MEMORY;
  record_parameter(record, (uint8_t)control, time_us, value);
  return HAPTIC_OK;
}

int haptic_pattern_add_curve(
    struct haptic_pattern *pattern, int control, uint32_t start_us, const struct haptic_point *points, size_t count) {
  if (!pattern || !control_is_valid(control)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  if (!has_room_for_points(pattern, count)) return HAPTIC_ERROR_TOO_LARGE;
  if (!points_are_valid(points, count)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  uint8_t *record = add(pattern, RECORD_POINTS, count);
  if (!record) return HAPTIC_ERROR_OUT_OF_MEMORY;
  for (size_t index = 0; index < count; index++) {
    record_point(record + index * CURVE_POINT_SIZE, (uint8_t)control, index == 0, start_us, &points[index]);
  }
  return HAPTIC_OK;
}

// --- Packets

static size_t records_per_part(enum record_kind kind) {
  return (REQUEST_SIZE_MAX - PART_RECORDS) / record_sizes[kind];
}

/// The size of the packets of a pattern, with the size of each.
static size_t packets_size(const struct haptic_pattern *pattern) {
  size_t size = 2 + DEFINE_SIZE;
  for (enum record_kind kind = RECORD_EVENTS; kind <= RECORD_POINTS; kind++) {
    size_t count = pattern->records[kind].count, capacity = records_per_part(kind);
    size += (count + capacity - 1) / capacity * (2 + PART_RECORDS) + count * record_sizes[kind];
  }
  return size;
}

static void append_parts(
    struct packets *packets, const struct haptic_pattern *pattern, enum record_kind kind, uint32_t handle) {
  uint8_t packet[REQUEST_SIZE_MAX];
  const struct records *records = &pattern->records[kind];
  size_t size = record_sizes[kind], capacity = records_per_part(kind);
  for (size_t first = 0; first < records->count; first += capacity) {
    size_t count = records->count - first < capacity ? records->count - first : capacity;
    size_t header = request_part(packet, 0, handle, kind);
    memcpy(packet + header, records->bytes + first * size, count * size);
    packets_append(packets, packet, header + count * size);
  }
}

struct packets pattern_packets(
    const struct haptic_pattern *pattern, uint32_t handle, uint32_t device, uint8_t category) {
  struct packets packets = {.bytes = malloc(packets_size(pattern))};
  if (!packets.bytes) return packets;
  uint8_t packet[DEFINE_SIZE];
  uint32_t counts[RECORD_POINTS + 1];
  for (enum record_kind kind = RECORD_EVENTS; kind <= RECORD_POINTS; kind++) {
    counts[kind] = (uint32_t)pattern->records[kind].count;
  }
  packets_append(&packets, packet, request_define(packet, 0, handle, device, category, counts));
  for (enum record_kind kind = RECORD_EVENTS; kind <= RECORD_POINTS; kind++) {
    append_parts(&packets, pattern, kind, handle);
  }
  return packets;
}
