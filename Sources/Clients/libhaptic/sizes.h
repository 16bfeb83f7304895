// The sizes of public structures, which later versions extend.
#ifndef HAPTIC_SIZES_H
#define HAPTIC_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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
