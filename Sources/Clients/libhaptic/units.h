// Fractions from 0 to 1 in units of 1/65535.
#ifndef HAPTIC_UNITS_H
#define HAPTIC_UNITS_H

#include <stdint.h>

/// Rounds to the nearest; clamps. The value is not NaN.
static inline uint16_t unit_share(double value) {
  return (uint16_t)((value < 0 ? 0 : value > 1 ? 1 : value) * 65535 + 0.5);
}

#endif
