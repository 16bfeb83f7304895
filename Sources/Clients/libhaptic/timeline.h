// The rate and the loop of a playback: the same for a play and for a later change.
#ifndef HAPTIC_TIMELINE_H
#define HAPTIC_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"

/// Clamps a rate that is not NaN.
static inline float clamped_rate(float rate) { return rate < 0.1F ? 0.1F : rate > 10 ? 10 : rate; }

/// Whether the end of a loop, in microseconds, belongs to a loop.
static inline bool loop_is_valid(uint32_t repeats, uint64_t end) {
  return end == 0 || (repeats > 0 && end < TIME_LIMIT);
}

#endif
