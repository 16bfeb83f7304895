#include "replies.h"

#include <stdbool.h>

#include "bytes.h"
#include "haptic.h"
#include "name.h"
#include "requests.h"

enum {
  FIRST_EVENT = 0x4000,
  FINISHED = 0x4001,
  RESET = 0x4002,
  FIRST_REPLY = 0x8000,
  VERDICT = 0x8000,
  HELLO = 0x8001,
  DEVICES = 0x8007,
};

static bool is_zero(const uint8_t *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (bytes[index] != 0) return false;
  }
  return true;
}

/// Whether the timestamp is below 2^63.
static bool is_time(const uint8_t *bytes) { return bytes[7] < 0x80; }

// The version comes first: a newer hello may have another size.
static enum packet_kind hello_kind(const uint8_t *packet, size_t size) {
  if (size < 10) return PACKET_MALFORMED;
  uint16_t version = load16(packet + 8);
  if (version > PROTOCOL_VERSION) return PACKET_NEWER;
  return version > 0 && size == 64 && name_is_valid(packet + 16) ? PACKET_HELLO : PACKET_MALFORMED;
}

static bool is_verdict(const uint8_t *packet, size_t size) {
  return size == 56 && load16(packet + 8) <= HAPTIC_VERDICT_NOT_PERMITTED && is_zero(packet + 10, 2) &&
         is_zero(packet + 20, 4) && is_time(packet + 32) && is_time(packet + 40) && is_time(packet + 48);
}

static bool is_finished(const uint8_t *packet, size_t size) {
  return size == 40 && load32(packet + 8) != 0 && load16(packet + 12) >= HAPTIC_REASON_ENDED &&
         load16(packet + 12) <= HAPTIC_REASON_SUSPENDED && is_zero(packet + 14, 2) && is_time(packet + 16) &&
         is_time(packet + 24) && is_zero(packet + 36, 4);
}

static bool is_device(const uint8_t *record) {
  enum { LAST_STATE = 6, LAST_DRIVER = 4, LAST_EFFECT = 2, LAST_KIND = 5 };
  return record[4] >= 1 && record[4] <= LAST_STATE && record[5] >= 1 && record[5] <= LAST_DRIVER &&
         record[6] <= LAST_EFFECT && record[7] <= LAST_KIND && record[41] <= 1 && record[72] <= 1 && record[73] <= 1 &&
         is_zero(record + 74, 6) && text_is_valid(record + DEVICE_NAME, DEVICE_NAME_SIZE) &&
         text_is_valid(record + DEVICE_PATH, DEVICE_PATH_SIZE) &&
         text_is_valid(record + DEVICE_REASON, DEVICE_REASON_SIZE);
}

static bool is_devices(const uint8_t *packet, size_t size) {
  if (size < DEVICES_HEADER_SIZE || !is_zero(packet + 12, 4)) return false;
  uint32_t count = load32(packet + 8);
  if (count > DEVICES_MAX || size != DEVICES_HEADER_SIZE + count * DEVICE_SIZE) return false;
  for (uint32_t index = 0; index < count; index++) {
    if (!is_device(packet + DEVICES_HEADER_SIZE + index * DEVICE_SIZE)) return false;
  }
  return true;
}

static enum packet_kind event_kind(uint16_t opcode, const uint8_t *packet, size_t size) {
  if (load32(packet + 4) != 0) return PACKET_MALFORMED;
  switch (opcode) {
    case FINISHED: return is_finished(packet, size) ? PACKET_FINISHED : PACKET_MALFORMED;
    case RESET: return size == HEADER_SIZE ? PACKET_RESET : PACKET_MALFORMED;
    default: return PACKET_OTHER_EVENT;
  }
}

enum packet_kind packet_kind(const uint8_t *packet, size_t size) {
  if (size < HEADER_SIZE || size > DAEMON_PACKET_SIZE_MAX || load16(packet + 2) != 0) return PACKET_MALFORMED;
  uint16_t opcode = load16(packet);
  if (opcode < FIRST_EVENT) return PACKET_MALFORMED;
  if (opcode < FIRST_REPLY) return event_kind(opcode, packet, size);
  if (load32(packet + 4) == 0) return PACKET_MALFORMED;
  switch (opcode) {
    case VERDICT: return is_verdict(packet, size) ? PACKET_VERDICT : PACKET_MALFORMED;
    case HELLO: return hello_kind(packet, size);
    case DEVICES: return is_devices(packet, size) ? PACKET_DEVICES : PACKET_MALFORMED;
    // The library does not send the requests of the other replies.
    default: return PACKET_MALFORMED;
  }
}
