// The packets of the daemon that the library uses. Their structure is checked completely, because the peer may be
// another program: sizes, counts, text and times. Their values are open, because the peer may be a later daemon: a number
// without a name here is passed on, reserved bytes are ignored, and a record may be longer.
#ifndef HAPTIC_REPLIES_H
#define HAPTIC_REPLIES_H

#include <stddef.h>
#include <stdint.h>

#include "layout.h"

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

/// Returns the kind of a packet, after all checks. `size` may exceed the bytes that were received, if it exceeds
/// DAEMON_PACKET_SIZE_MAX: the packet is malformed then.
enum packet_kind packet_kind(const uint8_t *packet, size_t size);

#endif
