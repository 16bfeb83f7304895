// The files of Haptic Studio's page, in C because Swift's compiler takes half a minute for arrays of this size.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

struct studio_page_file {
  /// The path, which ends with the name of the file.
  const char *path;
  /// UTF-8 with a terminating NUL.
  const unsigned char *text;
};

size_t studio_page_count(void);

/// Returns the file at an index below `studio_page_count`.
struct studio_page_file studio_page_file_at(size_t index);

#pragma clang assume_nonnull end
