// The checks of arguments of public functions.
#ifndef HAPTIC_ARGUMENTS_H
#define HAPTIC_ARGUMENTS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "clock.h"
#include "haptic.h"

static inline bool category_is_valid(int category) {
  return category >= HAPTIC_CATEGORY_DEFAULT && category <= HAPTIC_CATEGORY_ACCESSIBILITY;
}

static inline bool control_is_valid(int control) {
  enum { AUDIO_RELEASE = 12 };
  return control >= HAPTIC_CONTROL_INTENSITY && control <= AUDIO_RELEASE;
}

/// Whether there are points, in order of time and without NaN.
static inline bool points_are_valid(const struct haptic_point *points, size_t count) {
  if (!points || count == 0) return false;
  for (size_t index = 0; index < count; index++) {
    if (isnan(points[index].value) || (index > 0 && points[index].time_us < points[index - 1].time_us)) return false;
  }
  return true;
}

/// Whether the end of a loop, in microseconds, belongs to a loop.
static inline bool loop_is_valid(uint32_t repeats, uint64_t end) {
  return end == 0 || (repeats > 0 && end < TIME_LIMIT);
}

/// Copies a structure of a program, which has `size` bytes there, over the defaults in `copy`, which has `known` bytes.
///
/// A shorter structure comes from a program for an earlier version, the first of which had `first` bytes: its other
/// members keep their defaults. A longer one comes from a program for a later version; it must not use the members that
/// are unknown here. Returns false for any other structure.
static inline bool size_copy(void *copy, size_t first, size_t known, const void *structure, size_t size) {
  enum { SIZE_MAX_ACCEPTED = 4096 };
  const uint8_t *bytes = structure;
  if (size < first || size > SIZE_MAX_ACCEPTED || size % sizeof(uint32_t) != 0) return false;
  for (size_t index = known; index < size; index++) {
    if (bytes[index] != 0) return false;
  }
  memcpy(copy, structure, size < known ? size : known);
  return true;
}

#endif
