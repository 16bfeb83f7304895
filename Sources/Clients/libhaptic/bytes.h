// Little-endian numbers in packets. Compilers turn each function into one instruction.
#ifndef HAPTIC_BYTES_H
#define HAPTIC_BYTES_H

#include <stdint.h>

static inline void store16(uint8_t *bytes, uint16_t value) {
  bytes[0] = (uint8_t)value;
  bytes[1] = (uint8_t)(value >> 8);
}

static inline void store32(uint8_t *bytes, uint32_t value) {
  store16(bytes, (uint16_t)value);
  store16(bytes + 2, (uint16_t)(value >> 16));
}

static inline void store64(uint8_t *bytes, uint64_t value) {
  store32(bytes, (uint32_t)value);
  store32(bytes + 4, (uint32_t)(value >> 32));
}

static inline uint16_t load16(const uint8_t *bytes) { return (uint16_t)(bytes[0] | bytes[1] << 8); }

static inline uint32_t load32(const uint8_t *bytes) { return load16(bytes) | (uint32_t)load16(bytes + 2) << 16; }

static inline uint64_t load64(const uint8_t *bytes) { return load32(bytes) | (uint64_t)load32(bytes + 4) << 32; }

#endif
