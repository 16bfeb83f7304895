// Points of curves and of changes of controls.
#ifndef HAPTIC_POINTS_H
#define HAPTIC_POINTS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "haptic.h"

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

#endif
