// The requests of hapticd-protocol(7) as bytes. Each function writes one packet and returns its size. The buffer has
// room for it, and the arguments are valid: the public functions check them. Rates, fractions and the values of
// controls are clamped here.
#ifndef HAPTIC_REQUESTS_H
#define HAPTIC_REQUESTS_H

#include <stddef.h>
#include <stdint.h>

#include "haptic.h"
#include "layout.h"
#include "name.h"

enum record_kind { RECORD_EVENTS = 1, RECORD_PARAMETERS = 2, RECORD_POINTS = 3 };

enum transport_action {
  ACTION_STOP = 1,
  ACTION_PAUSE = 2,
  ACTION_RESUME = 3,
  ACTION_SEEK = 4,
  ACTION_LOOP = 5,
  ACTION_RATE = 6,
  ACTION_MUTE = 7,
  ACTION_CANCEL = 8,
};

struct transport_fields {
  uint32_t playback;
  uint8_t action, flag;
  uint64_t at, offset;
  float rate;
  uint32_t repeats;
};

size_t request_hello(uint8_t *packet, uint32_t serial, const struct name *application);
size_t request_prepare(
    uint8_t *packet, uint32_t serial, uint32_t handle, uint32_t device, uint8_t fallback, const struct name *name);
size_t request_release(uint8_t *packet, uint32_t serial, uint32_t handle);

/// name: the feedback of a play without a handle.
size_t request_play(
    uint8_t *packet, uint32_t serial, const struct haptic_play_options *play, const struct name *name);
size_t request_stop(uint8_t *packet, uint32_t serial, uint32_t playback);
size_t request_stop_everything(uint8_t *packet, uint32_t serial);
size_t request_devices(uint8_t *packet, uint32_t serial);

/// counts: the numbers of records, by their kinds.
size_t request_define(
    uint8_t *packet, uint32_t serial, uint32_t handle, uint32_t device, uint8_t category, const uint32_t *counts);

/// Writes the head of a part; the records follow at PART_RECORDS.
size_t request_part(uint8_t *packet, uint32_t serial, uint32_t handle, enum record_kind kind);
size_t request_transport(uint8_t *packet, uint32_t serial, const struct transport_fields *transport);
size_t request_modulate(
    uint8_t *packet, uint32_t serial, uint32_t playback, uint8_t control, uint64_t at,
    const struct haptic_point *points, size_t count);

void record_event(uint8_t *record, const struct haptic_pattern_event *event);
void record_parameter(uint8_t *record, uint8_t control, uint32_t time, float value);
void record_point(
    uint8_t *record, uint8_t control, uint8_t begins_curve, uint32_t start, const struct haptic_point *point);

#endif
