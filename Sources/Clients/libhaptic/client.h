// The state of a client. Each file that includes this one has a part of the public functions.
#ifndef HAPTIC_CLIENT_H
#define HAPTIC_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "bindings.h"
#include "clock.h"
#include "haptic.h"
#include "name.h"
#include "place.h"

/// One connection to the daemon.
struct link {
  /// The socket; -1 without a connection.
  int socket;
  /// The version of the protocol that the daemon agreed on; 0 before its reply to hello. A request or a value that came
  /// with a later version must not be sent, and before the reply only those of version 1 may be.
  uint16_t version;
};

struct haptic_client {
  struct place place;
  struct name application;
  /// The value of fork_generation at the creation; see client_check().
  unsigned generation;
  /// The next of all clients, and the pointer to this one in the list.
  struct haptic_client *next, **link_to;

  // The connection.

  struct link current;
  /// The connection that has ended, until haptic_dispatch() has read its last packets.
  struct link ended;
  /// The reason for its end, an enum haptic_error.
  int end_reason;
  /// The epoll descriptor of haptic_fd(); -1 before the first call.
  int readiness;
  /// Whether `readiness` waits for room in the socket.
  bool waits_for_room;
  struct backoff backoff;
  /// The result of the last attempt to connect.
  int failure;
  struct bindings bindings;

  // Requests and events.

  bool wants_verdicts;
  uint16_t last_serial;
  uint32_t last_playback;
  haptic_handler handler;
  void *context;
  bool is_dispatching;
  /// Whether the handler has closed the client, which is then freed at the end of haptic_dispatch().
  bool is_closed;
};

/// The number of forks before this process.
extern unsigned fork_generation;

/// Returns 0 if the client can be used: not NULL, not closed, and not inherited from the parent process.
static inline int client_check(const struct haptic_client *client) {
  if (!client || client->is_closed) return HAPTIC_ERROR_INVALID_ARGUMENT;
  return client->generation == fork_generation ? HAPTIC_OK : HAPTIC_ERROR_FORKED;
}

void client_free(struct haptic_client *client);

/// Returns a serial that contains the opcode and the handle of a request; 0 if no verdict is wanted. The handle is 0 if
/// there is none.
uint32_t client_serial(struct haptic_client *client, int opcode, int handle);

/// Returns a serial of a request that always gets a reply.
uint32_t client_serial_with_reply(struct haptic_client *client, int opcode, int handle);

static inline int serial_opcode(uint32_t serial) { return (int)(serial >> 24); }
static inline int serial_handle(uint32_t serial) { return (int)(serial >> 16 & 0xff); }

#endif
