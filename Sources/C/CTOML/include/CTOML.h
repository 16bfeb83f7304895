// Reads TOML with toml++ and lists its keys and values with their positions. The interface is C, so that callers need
// no C++.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

enum ctoml_type {
  CTOML_TABLE = 1,
  CTOML_ARRAY,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_FLOAT,
  CTOML_BOOLEAN,
  CTOML_DATE,
  CTOML_TIME,
  CTOML_DATE_TIME
};

/// A position in the text. Line and column start at 1; columns count Unicode scalars.
struct ctoml_place {
  uint32_t line, column;
};

/// UTF-8 text without a terminating NUL; may contain NULs.
struct ctoml_text {
  const char *_Nullable bytes;
  size_t count;
};

/// A table, an array or a value.
struct ctoml_node {
  enum ctoml_type type;
  /// The number of keys and indices that lead to the node: 1 at the top level.
  uint32_t depth;
  /// The key, and its position; both empty for an element of an array.
  struct ctoml_text key;
  struct ctoml_place key_begin;
  /// The position of the node; `end` is after the last character. A table with a header starts at the header's bracket,
  /// a table from dotted keys at a key.
  struct ctoml_place begin, end;
  /// Whether a table is written in braces.
  bool is_inline;
  /// The value, in the fields that belong to the type; the others are zero.
  struct ctoml_text text;
  int64_t integer;
  double number;
  bool boolean;
  uint32_t hour, minute, second, nanosecond;
};

/// A document that was read.
struct ctoml_document;

/// Reads a document. Does not keep a reference to `bytes`.
///
/// Lines must be short (1 KB): dotted keys nest as deeply as they have dots, and nested tables are released by
/// recursion.
///
/// `depth` is the maximum depth of the listed nodes. Release the result with `ctoml_free`. Returns null if there is not
/// enough memory.
struct ctoml_document *_Nullable ctoml_read(const char *bytes, size_t count, uint32_t depth);

void ctoml_free(struct ctoml_document *document);

/// Returns whether the text is valid TOML; if not, sets the error message and its position. The message is valid until
/// the document is released.
bool ctoml_is_fine(const struct ctoml_document *document, struct ctoml_text *wrong, struct ctoml_place *where);

/// Returns the number of nodes. Each node comes after the node that contains it.
size_t ctoml_count(const struct ctoml_document *document);

/// Returns the node at an index. Its texts are valid until the document is released.
struct ctoml_node ctoml_node_at(const struct ctoml_document *document, size_t index);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
