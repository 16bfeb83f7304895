#include "replies.h"

#include <stdbool.h>

#include "bytes.h"
#include "name.h"
#include "requests.h"

/// The first opcodes of events and of replies.
enum { FIRST_EVENT = 0x4000, FIRST_REPLY = 0x8000 };

/// Whether the timestamp is below 2^63.
static bool is_time(const uint8_t *bytes) { return bytes[7] < 0x80; }

// The version comes first: a newer hello may have another size.
static enum packet_kind hello_kind(const uint8_t *packet, size_t size) {
  if (size < HELLO_REPLY_VERSION + 2) return PACKET_MALFORMED;
  uint16_t version = load16(packet + HELLO_REPLY_VERSION);
  if (version > PROTOCOL_VERSION) return PACKET_NEWER;
  return version > 0 && size == HELLO_REPLY_SIZE && text_is_valid(packet + HELLO_REPLY_NAME, HELLO_REPLY_NAME_SIZE)
             ? PACKET_HELLO
             : PACKET_MALFORMED;
}

static bool is_verdict(const uint8_t *packet, size_t size) {
  return size == VERDICT_SIZE && is_time(packet + VERDICT_RECEIVED) && is_time(packet + VERDICT_ADMITTED) &&
         is_time(packet + VERDICT_WRITTEN);
}

static bool is_finished(const uint8_t *packet, size_t size) {
  return size == FINISHED_SIZE && load32(packet + FINISHED_PLAYBACK) != 0 && is_time(packet + FINISHED_WRITTEN) &&
         is_time(packet + FINISHED_ENDED);
}

static bool is_device(const uint8_t *record) {
  return text_is_valid(record + DEVICE_RECORD_NAME, DEVICE_RECORD_NAME_SIZE) &&
         text_is_valid(record + DEVICE_RECORD_PATH, DEVICE_RECORD_PATH_SIZE) &&
         text_is_valid(record + DEVICE_RECORD_REASON, DEVICE_RECORD_REASON_SIZE);
}

static bool is_devices(const uint8_t *packet, size_t size) {
  if (size < DEVICES_REPLY_DEVICES) return false;
  uint32_t count = load32(packet + DEVICES_REPLY_COUNT), stride = load32(packet + DEVICES_REPLY_RECORD);
  if (count > DEVICES_MAX || stride < DEVICE_RECORD_SIZE) return false;
  if (size != DEVICES_REPLY_DEVICES + (uint64_t)count * stride) return false;
  for (uint32_t index = 0; index < count; index++) {
    if (!is_device(packet + DEVICES_REPLY_DEVICES + (size_t)index * stride)) return false;
  }
  return true;
}

static enum packet_kind event_kind(uint16_t opcode, const uint8_t *packet, size_t size) {
  if (load32(packet + HEADER_SERIAL) != 0) return PACKET_MALFORMED;
  switch (opcode) {
    case OPCODE_FINISHED: return is_finished(packet, size) ? PACKET_FINISHED : PACKET_MALFORMED;
    case OPCODE_RESET: return size == RESET_SIZE ? PACKET_RESET : PACKET_MALFORMED;
    default: return PACKET_OTHER_EVENT;
  }
}

enum packet_kind packet_kind(const uint8_t *packet, size_t size) {
  if (size < HEADER_SIZE || size > DAEMON_PACKET_SIZE_MAX) return PACKET_MALFORMED;
  uint16_t opcode = load16(packet + HEADER_OPCODE);
  if (opcode < FIRST_EVENT) return PACKET_MALFORMED;
  if (opcode < FIRST_REPLY) return event_kind(opcode, packet, size);
  if (load32(packet + HEADER_SERIAL) == 0) return PACKET_MALFORMED;
  switch (opcode) {
    case OPCODE_VERDICT: return is_verdict(packet, size) ? PACKET_VERDICT : PACKET_MALFORMED;
    case OPCODE_HELLO_REPLY: return hello_kind(packet, size);
    case OPCODE_DEVICES_REPLY: return is_devices(packet, size) ? PACKET_DEVICES : PACKET_MALFORMED;
    // The library does not send the requests of the other replies.
    default: return PACKET_MALFORMED;
  }
}
