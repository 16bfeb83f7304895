// The packets of the daemon that the library uses. The rules of hapticd-protocol(7) are checked completely, because the
// peer may be another program.
#ifndef HAPTIC_REPLIES_H
#define HAPTIC_REPLIES_H

#include <stddef.h>
#include <stdint.h>

/// The size of the largest packet that a daemon sends.
enum { DAEMON_PACKET_SIZE_MAX = 8208 };

enum packet_kind {
  /// The packet violates the protocol.
  PACKET_MALFORMED,
  /// The reply to hello from a daemon without this version of the protocol.
  PACKET_NEWER,
  PACKET_HELLO,
  PACKET_VERDICT,
  PACKET_FINISHED,
  PACKET_RESET,
  PACKET_DEVICES,
  /// An event that the library does not use or does not know.
  PACKET_OTHER_EVENT,
};

/// The list of devices: a head with the number of records at 8, then the records.
enum { DEVICES_HEADER_SIZE = 16, DEVICE_SIZE = 256, DEVICES_MAX = 32 };

/// The texts of a record, padded with NUL; a text that fills its field has no NUL.
enum { DEVICE_NAME = 80, DEVICE_PATH = 144, DEVICE_REASON = 192 };
enum { DEVICE_NAME_SIZE = 64, DEVICE_PATH_SIZE = 48, DEVICE_REASON_SIZE = 64 };

/// Returns the kind of a packet, after all checks. `size` may exceed the bytes that were received, if it exceeds
/// DAEMON_PACKET_SIZE_MAX: the packet is malformed then.
enum packet_kind packet_kind(const uint8_t *packet, size_t size);

#endif
