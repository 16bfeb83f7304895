#include "pattern.h"

#include <stdlib.h>
#include <string.h>

#include "points.h"
#include "requests.h"
#include "sizes.h"
#include "units.h"

/// Records of one kind, as they are in packets. Their number is limited, so that sizes do not overflow.
struct records {
  uint8_t *bytes;
  size_t count, capacity;
};

struct haptic_pattern {
  struct records events, parameters, points;
};

static const size_t record_sizes[] = {
    [RECORD_EVENTS] = EVENT_RECORD_SIZE,
    [RECORD_PARAMETERS] = PARAMETER_RECORD_SIZE,
    [RECORD_POINTS] = CURVE_POINT_SIZE,
};

struct haptic_pattern *haptic_pattern_new(void) { return calloc(1, sizeof(struct haptic_pattern)); }

void haptic_pattern_free(struct haptic_pattern *pattern) {
  if (!pattern) return;
  free(pattern->events.bytes);
  free(pattern->parameters.bytes);
  free(pattern->points.bytes);
  free(pattern);
}

// --- Adding

/// Makes room for `count` more records and returns the first one; NULL without memory.
static uint8_t *reserve(struct records *records, enum record_kind kind, size_t count) {
  size_t size = record_sizes[kind], needed = records->count + count;
  if (needed > records->capacity) {
    size_t capacity = needed < 16 ? 16 : 2 * needed;
    uint8_t *bytes = realloc(records->bytes, capacity * size);
    if (!bytes) return NULL;
    records->bytes = bytes;
    records->capacity = capacity;
  }
  return records->bytes + records->count * size;
}

static bool has_room_for_points(const struct haptic_pattern *pattern, size_t count) {
  return count <= HAPTIC_POINTS_MAX - pattern->parameters.count - pattern->points.count;
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
  if (pattern->events.count == HAPTIC_EVENTS_MAX) return HAPTIC_ERROR_TOO_LARGE;
  uint8_t *record = reserve(&pattern->events, RECORD_EVENTS, 1);
  if (!record) return HAPTIC_ERROR_OUT_OF_MEMORY;
  struct event_fields fields = {
      .time = event.time_us,
      .duration = event.duration_us,
      .kind = (uint8_t)event.type,
      .flags = (uint8_t)event.sustained,
      .intensity = unit_share(event.intensity),
      .sharpness = unit_share(event.sharpness),
      .attack = unit_share(event.attack),
      .decay = unit_share(event.decay),
      .release = unit_share(event.release),
  };
  record_event(record, &fields);
  pattern->events.count++;
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
  uint8_t *record = reserve(&pattern->parameters, RECORD_PARAMETERS, 1);
  if (!record) return HAPTIC_ERROR_OUT_OF_MEMORY;
  record_parameter(record, (uint8_t)control, time_us, value);
  pattern->parameters.count++;
  return HAPTIC_OK;
}

int haptic_pattern_add_curve(
    struct haptic_pattern *pattern, int control, uint32_t start_us, const struct haptic_point *points, size_t count) {
  if (!pattern || !control_is_valid(control)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  if (!has_room_for_points(pattern, count)) return HAPTIC_ERROR_TOO_LARGE;
  if (!points_are_valid(points, count)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  uint8_t *record = reserve(&pattern->points, RECORD_POINTS, count);
  if (!record) return HAPTIC_ERROR_OUT_OF_MEMORY;
  for (size_t index = 0; index < count; index++) {
    record_point(record + index * CURVE_POINT_SIZE, (uint8_t)control, index == 0, start_us, &points[index]);
  }
  pattern->points.count += count;
  return HAPTIC_OK;
}

// --- Packets

static size_t records_per_part(enum record_kind kind) {
  return (REQUEST_SIZE_MAX - PART_RECORDS) / record_sizes[kind];
}

/// The size of the parts with these records, with the size of each part.
static size_t parts_size(const struct records *records, enum record_kind kind) {
  size_t parts = (records->count + records_per_part(kind) - 1) / records_per_part(kind);
  return parts * (2 + PART_RECORDS) + records->count * record_sizes[kind];
}

static void append_parts(
    struct packets *packets, const struct records *records, enum record_kind kind, uint32_t handle) {
  uint8_t packet[REQUEST_SIZE_MAX];
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
  struct define_fields define = {
      .handle = handle,
      .device = device,
      .category = category,
      .events = (uint32_t)pattern->events.count,
      .parameters = (uint32_t)pattern->parameters.count,
      .points = (uint32_t)pattern->points.count,
  };
  size_t size = 2 + DEFINE_SIZE + parts_size(&pattern->events, RECORD_EVENTS) +
                parts_size(&pattern->parameters, RECORD_PARAMETERS) + parts_size(&pattern->points, RECORD_POINTS);
  struct packets packets = {.bytes = malloc(size)};
  if (!packets.bytes) return packets;
  uint8_t packet[DEFINE_SIZE];
  packets_append(&packets, packet, request_define(packet, 0, &define));
  append_parts(&packets, &pattern->events, RECORD_EVENTS, handle);
  append_parts(&packets, &pattern->parameters, RECORD_PARAMETERS, handle);
  append_parts(&packets, &pattern->points, RECORD_POINTS, handle);
  return packets;
}
