#pragma once
#include <expat.h>

/// The byte that the parser has reached, or -1. Debian 13 deprecates the only function for it that Debian 12 has.
static inline long long haptic_xml_byte_index(XML_Parser parser) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  return XML_GetCurrentByteIndex(parser);
#pragma clang diagnostic pop
}
