// A name of a feedback, an application or a daemon: UTF-8 in 48 bytes, padded with NUL. A name of 48 bytes has no NUL.
#ifndef HAPTIC_NAME_H
#define HAPTIC_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "haptic.h"

struct name {
  uint8_t bytes[HAPTIC_NAME_MAX];
};

/// Copies `text`. Returns false if it is NULL, too long or not UTF-8.
bool name_read(struct name *name, const char *text);

/// Whether the field of a packet is valid UTF-8, with all bytes after the first NUL 0.
bool text_is_valid(const uint8_t *bytes, size_t size);

static inline bool name_is_empty(const struct name *name) { return name->bytes[0] == 0; }

#endif
