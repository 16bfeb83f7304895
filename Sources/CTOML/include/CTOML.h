// TOML, read by toml++, as a plain list of what is in it, with the place of each key and value. C, so that nothing of C++
// is seen by those who use it.
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

/// A place in the text, both from 1; columns count Unicode scalars.
struct ctoml_place {
  uint32_t line, column;
};

/// Some bytes of UTF-8, not ended by a NUL; they may contain one.
struct ctoml_text {
  const char *_Nullable bytes;
  size_t count;
};

/// A table, an array or a value.
struct ctoml_node {
  enum ctoml_type type;
  /// How many keys and indices lead here: 1 at the top.
  uint32_t depth;
  /// Empty, and without a place, in an array.
  struct ctoml_text key;
  struct ctoml_place key_begin;
  /// The end is behind the last character. A table under a header starts at the header's bracket, one that dotted keys
  /// made starts at a key.
  struct ctoml_place begin, end;
  /// Of tables: whether it is written in braces.
  bool is_inline;
  /// What it is, by type; the others are zero.
  struct ctoml_text text;
  int64_t integer;
  double number;
  bool boolean;
  uint32_t hour, minute, second, nanosecond;
};

/// What was read.
struct ctoml_document;

/// Reads a document. Keeps nothing of `bytes`. Lines must be short (a kilobyte): dotted keys nest as deep as they have
/// dots, and what is nested is taken apart by recursion.
///
/// `depth` is how deep nodes are listed. The result must be given to `ctoml_free`; it is null where memory is short.
struct ctoml_document *_Nullable ctoml_read(const char *bytes, size_t count, uint32_t depth);

void ctoml_free(struct ctoml_document *document);

/// Whether it is TOML; if not, what is wrong and where. The text lives as long as the document.
bool ctoml_is_fine(const struct ctoml_document *document, struct ctoml_text *wrong, struct ctoml_place *where);

/// How many nodes there are; each comes behind the one it is in.
size_t ctoml_count(const struct ctoml_document *document);

/// One of them. Its texts live as long as the document.
struct ctoml_node ctoml_node_at(const struct ctoml_document *document, size_t index);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
