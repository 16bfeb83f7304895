// The connection of a client: connecting, sending, and the descriptor for event loops. No function waits.
#ifndef HAPTIC_CONNECTION_H
#define HAPTIC_CONNECTION_H

#include <stddef.h>

#include "client.h"

/// Connects if there is no connection and the back-off permits an attempt. Sends hello and prepares the feedbacks.
int connection_open(struct haptic_client *client);

/// Sends a request. Connects first if necessary, and again if the daemon has restarted.
///
/// handle: the handle that the request plays, whose packets precede the request; else 0.
int connection_send(struct haptic_client *client, const uint8_t *packet, size_t size, int handle);

/// Sends a request if there is a connection.
int connection_tell(struct haptic_client *client, const uint8_t *packet, size_t size);

/// Sends the packets of the bindings until the socket is full.
void connection_send_bindings(struct haptic_client *client);

/// Ends the connection. haptic_dispatch() reads its last packets and then closes the socket.
///
/// reason: HAPTIC_ERROR_DISCONNECTED, HAPTIC_ERROR_MALFORMED_PACKET or HAPTIC_ERROR_NEWER_PROTOCOL.
void connection_end(struct haptic_client *client, int reason);

/// Closes the socket of a connection that has ended.
void connection_close_ended(struct haptic_client *client);

/// Closes all descriptors, and ends the connection unless this is a child process: that of the parent continues.
void connection_close(struct haptic_client *client);

/// Closes a socket in a child process, whose parent keeps the connection.
void connection_leave(struct link *link);

#endif
