// The sizes of public structures, which later versions extend.
#ifndef HAPTIC_SIZES_H
#define HAPTIC_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this version understands a structure that has `size` bytes in the program, and `known` bytes here. A larger
/// one comes from a program for a later version; it must not use the members that are unknown here.
static inline bool size_is_known(const void *structure, size_t size, size_t known) {
  enum { SIZE_MAX_ACCEPTED = 4096 };
  const uint8_t *bytes = structure;
  if (size < known || size > SIZE_MAX_ACCEPTED) return false;
  for (size_t index = known; index < size; index++) {
    if (bytes[index] != 0) return false;
  }
  return true;
}

#endif
