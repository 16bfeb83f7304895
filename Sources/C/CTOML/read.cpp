// toml++ consists of headers only, and only this file includes them. Its exceptions are disabled, because they would
// unwind through code that does not support exceptions. Exceptions of the C++ library (out of memory) are caught here.
#define TOML_HEADER_ONLY 1
// Some assertions of toml++ fail for invalid texts (`[[[`), although the code after them reports the error correctly.
// They must not end the program, and the compiler must not assume that they hold, as with NDEBUG.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
// The maximum nesting of arrays and inline tables. Files of hapticd need two levels.
#define TOML_MAX_NESTED_VALUES 8
// Only this header: its path is the same in versions 3.3 and 3.4. Neither version can classify certain letters;
// `ShiftedScalars` replaces them before parsing.
#include <toml++/toml.h>

#include <new>
#include <string>
#include <vector>

#include "CTOML.h"

struct ctoml_document {
  toml::parse_result result;
  std::vector<ctoml_node> nodes;
};

namespace {

ctoml_text text_of(std::string_view text) { return {text.data(), text.size()}; }

ctoml_place place_of(const toml::source_position &position) { return {position.line, position.column}; }

ctoml_type type_of(const toml::node &node) {
  switch (node.type()) {
    case toml::node_type::array: return CTOML_ARRAY;
    case toml::node_type::string: return CTOML_STRING;
    case toml::node_type::integer: return CTOML_INTEGER;
    case toml::node_type::floating_point: return CTOML_FLOAT;
    case toml::node_type::boolean: return CTOML_BOOLEAN;
    case toml::node_type::date: return CTOML_DATE;
    case toml::node_type::time: return CTOML_TIME;
    case toml::node_type::date_time: return CTOML_DATE_TIME;
    default: return CTOML_TABLE;
  }
}

void fill(ctoml_node &filled, const toml::node &node) {
  filled.type = type_of(node);
  filled.begin = place_of(node.source().begin);
  filled.end = place_of(node.source().end);
  if (auto table = node.as_table()) filled.is_inline = table->is_inline();
  if (auto string = node.as_string()) filled.text = text_of(string->get());
  if (auto integer = node.as_integer()) filled.integer = integer->get();
  if (auto number = node.as_floating_point()) filled.number = number->get();
  if (auto boolean = node.as_boolean()) filled.boolean = boolean->get();
  if (auto time = node.as_time()) {
    filled.hour = time->get().hour;
    filled.minute = time->get().minute;
    filled.second = time->get().second;
    filled.nanosecond = time->get().nanosecond;
  }
}

// Lists nodes up to the depth `deepest`, which limits the recursion.
void list(std::vector<ctoml_node> &nodes, const toml::node &parent, uint32_t depth, uint32_t deepest) {
  if (depth > deepest) return;
  if (auto table = parent.as_table()) {
    for (auto &&[key, node] : *table) {
      ctoml_node filled{};
      filled.depth = depth;
      filled.key = text_of(key.str());
      filled.key_begin = place_of(key.source().begin);
      fill(filled, node);
      nodes.push_back(filled);
      list(nodes, node, depth + 1, deepest);
    }
  } else if (auto array = parent.as_array()) {
    for (auto &&node : *array) {
      ctoml_node filled{};
      filled.depth = depth;
      fill(filled, node);
      nodes.push_back(filled);
      list(nodes, node, depth + 1, deepest);
    }
  }
}

}  // namespace

ctoml_document *ctoml_read(const char *bytes, size_t count, uint32_t depth) {
  try {
    auto document = new ctoml_document{toml::parse(std::string_view(bytes, count)), {}};
    if (document->result) list(document->nodes, document->result.table(), 1, depth);
    return document;
  } catch (...) {
    return nullptr;
  }
}

void ctoml_free(ctoml_document *document) { delete document; }

bool ctoml_is_fine(const ctoml_document *document, ctoml_text *wrong, ctoml_place *where) {
  if (document->result) return true;
  const auto &error = document->result.error();
  *wrong = text_of(error.description());
  *where = place_of(error.source().begin);
  return false;
}

size_t ctoml_count(const ctoml_document *document) { return document->nodes.size(); }

ctoml_node ctoml_node_at(const ctoml_document *document, size_t index) { return document->nodes[index]; }
