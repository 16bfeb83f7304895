#include "name.h"

#include <string.h>

/// Returns the number of bytes of the first character, or 0 if it is not valid UTF-8. RFC 3629 excludes surrogates,
/// values above U+10FFFF, and encodings that are longer than necessary.
static size_t character_length(const uint8_t *bytes, size_t count) {
  uint8_t first = bytes[0];
  if (first < 0x80) return 1;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || length > count) return 0;
  for (size_t index = 1; index < length; index++) {
    if ((bytes[index] & 0xc0) != 0x80) return 0;
  }
  uint8_t second = bytes[1];
  if (first == 0xe0 && second < 0xa0) return 0;
  if (first == 0xed && second > 0x9f) return 0;
  if (first == 0xf0 && second < 0x90) return 0;
  if (first == 0xf4 && second > 0x8f) return 0;
  return length;
}

static bool is_utf8(const uint8_t *bytes, size_t count) {
  while (count > 0) {
    size_t length = character_length(bytes, count);
    if (length == 0) return false;
    bytes += length;
    count -= length;
  }
  return true;
}

bool name_read(struct name *name, const char *text) {
  if (!text) return false;
  size_t length = strnlen(text, HAPTIC_NAME_MAX + 1);
  if (length > HAPTIC_NAME_MAX || !is_utf8((const uint8_t *)text, length)) return false;
  memset(name, 0, sizeof *name);
  memcpy(name->bytes, text, length);
  return true;
}

bool text_is_valid(const uint8_t *bytes, size_t size) {
  size_t length = strnlen((const char *)bytes, size);
  for (size_t index = length; index < size; index++) {
    if (bytes[index] != 0) return false;
  }
  return is_utf8(bytes, length);
}
