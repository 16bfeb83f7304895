// The handles of prepared feedbacks and defined patterns, and the state of their transfer to the daemon. They outlive
// connections.
#ifndef HAPTIC_BINDINGS_H
#define HAPTIC_BINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "haptic.h"

/// The requests that bind a handle, each after its size as a 16-bit number.
struct packets {
  /// NULL if the handle is free.
  uint8_t *bytes;
  size_t size;
};

struct binding {
  struct packets packets;
  /// The number of bytes of `packets` that are sent.
  size_t sent;
  bool is_pattern;
  /// The serial of the first packet of the definition, if its verdict is wanted.
  uint32_t opening;
  /// Whether the daemon refused that packet. This is the verdict on all of the definition.
  bool is_refused;
};

struct bindings {
  struct binding slots[HAPTIC_HANDLES_MAX];
  /// Whether all bindings are sent, so that a play does not search them.
  bool are_sent;
};

void bindings_destroy(struct bindings *bindings);

/// Returns the lowest free handle, or HAPTIC_ERROR_NO_HANDLE.
int bindings_free_handle(const struct bindings *bindings);

/// Binds a free handle. Takes the ownership of the packets.
void bindings_set(struct bindings *bindings, int handle, struct packets packets, bool is_pattern);

/// Returns the binding of a handle; NULL if the number is not a handle in use.
struct binding *bindings_find(struct bindings *bindings, int handle);

void bindings_release(struct bindings *bindings, int handle);

/// Marks the packets of a binding as unsent.
void bindings_restart(struct bindings *bindings, struct binding *binding);

/// Marks all packets as unsent, for a new daemon or after a change of the devices.
void bindings_restart_all(struct bindings *bindings);

/// Appends a packet of at most REQUEST_SIZE_MAX bytes to packets with enough room.
void packets_append(struct packets *packets, const uint8_t *packet, size_t size);

#endif
