// Reading of packets, and events for the application.

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "bytes.h"
#include "client.h"
#include "connection.h"
#include "devices.h"
#include "replies.h"
#include "requests.h"

enum {
  /// The maximum number of packets in one call, so that many events do not occupy the application for long.
  BURST = 256,
  /// The maximum number of packets of a connection that has ended. A socket holds fewer.
  REMAINS = 4096,
};

static void deliver(struct haptic_client *client, struct haptic_event event) {
  event.size = sizeof event;
  if (client->handler && !client->is_closed) client->handler(client, &event, client->context);
}

static void accept_hello(struct haptic_client *client, struct link *link, const uint8_t *packet) {
  char version[HELLO_REPLY_NAME_SIZE + 1] = {0};
  memcpy(version, packet + HELLO_REPLY_NAME, HELLO_REPLY_NAME_SIZE);
  link->version = load16(packet + HELLO_REPLY_VERSION);
  if (link == &client->current) backoff_succeed(&client->backoff);
  deliver(client, (struct haptic_event){.kind = HAPTIC_EVENT_CONNECTED, .daemon_version = version});
}

/// Processes the verdict on the first or the last packet of a definition. Returns whether it is the verdict on all of
/// it.
static bool concludes_definition(struct haptic_client *client, uint32_t serial, int verdict) {
  struct binding *binding = bindings_find(&client->bindings, serial_handle(serial));
  if (serial_opcode(serial) == OPCODE_PART) return !binding || !binding->is_refused;
  if (verdict == HAPTIC_VERDICT_DONE) return false;
  // The handle may have another content or connection since then.
  if (binding && binding->opening == serial) {
    binding->is_refused = true;
    binding->sent = binding->packets.size;
  }
  return true;
}

/// Returns the request that a verdict concludes, an enum haptic_request; 0 for none.
static int concluded_request(struct haptic_client *client, uint32_t serial, int verdict) {
  int opcode = serial_opcode(serial);
  switch (opcode) {
    case HAPTIC_REQUEST_PREPARE:
    case HAPTIC_REQUEST_RELEASE:
    case HAPTIC_REQUEST_PLAY:
    case HAPTIC_REQUEST_STOP:
    case HAPTIC_REQUEST_STOP_EVERYTHING:
    case HAPTIC_REQUEST_TRANSPORT:
    case HAPTIC_REQUEST_MODULATE: return opcode;
    case HAPTIC_REQUEST_DEFINE:
    case OPCODE_PART: return concludes_definition(client, serial, verdict) ? HAPTIC_REQUEST_DEFINE : 0;
    default: return 0;
  }
}

static void accept_verdict(struct haptic_client *client, const uint8_t *packet) {
  uint32_t serial = load32(packet + HEADER_SERIAL);
  int verdict = load16(packet + VERDICT_VERDICT), request = concluded_request(client, serial, verdict);
  if (request == 0) return;
  deliver(
      client, (struct haptic_event){
                  .kind = HAPTIC_EVENT_VERDICT,
                  .verdict = verdict,
                  .request = request,
                  .handle = serial_handle(serial),
                  .device = load32(packet + VERDICT_DEVICE),
                  .playback = load32(packet + VERDICT_PLAYBACK),
                  .count = load64(packet + VERDICT_COUNT),
                  .received = load64(packet + VERDICT_RECEIVED),
                  .admitted = load64(packet + VERDICT_ADMITTED),
                  .written = load64(packet + VERDICT_WRITTEN),
              });
}

static void accept_finished(struct haptic_client *client, const uint8_t *packet) {
  deliver(
      client, (struct haptic_event){
                  .kind = HAPTIC_EVENT_FINISHED,
                  .playback = load32(packet + FINISHED_PLAYBACK),
                  .reason = load16(packet + FINISHED_REASON),
                  .written = load64(packet + FINISHED_WRITTEN),
                  .ended = load64(packet + FINISHED_ENDED),
                  .device = load32(packet + FINISHED_DEVICE),
              });
}

/// Processes the reply to haptic_request_devices(), whose serial names the request.
static void accept_devices(struct haptic_client *client, const uint8_t *packet) {
  struct device_list list;
  if (serial_opcode(load32(packet + HEADER_SERIAL)) != OPCODE_DEVICES) return;
  device_list_read(&list, packet);
  deliver(
      client, (struct haptic_event){
                  .kind = HAPTIC_EVENT_DEVICES, .devices = list.pointers, .device_count = list.count});
}

static void accept_reset(struct haptic_client *client, const struct link *link) {
  if (link == &client->current) {
    bindings_restart_all(&client->bindings);
    connection_send_bindings(client);
  }
  deliver(client, (struct haptic_event){.kind = HAPTIC_EVENT_RESET});
}

/// Returns 0, or the reason for which the connection must be closed.
static int accept_packet(struct haptic_client *client, struct link *link, const uint8_t *packet, size_t size) {
  enum packet_kind kind = packet_kind(packet, size);
  // The reply to hello comes first, and once.
  bool is_hello = kind == PACKET_HELLO || kind == PACKET_NEWER;
  if (is_hello == (link->version > 0)) return HAPTIC_ERROR_MALFORMED_PACKET;
  switch (kind) {
    case PACKET_HELLO: accept_hello(client, link, packet); return HAPTIC_OK;
    case PACKET_VERDICT: accept_verdict(client, packet); return HAPTIC_OK;
    case PACKET_FINISHED: accept_finished(client, packet); return HAPTIC_OK;
    case PACKET_RESET: accept_reset(client, link); return HAPTIC_OK;
    case PACKET_DEVICES: accept_devices(client, packet); return HAPTIC_OK;
    case PACKET_OTHER_EVENT: return HAPTIC_OK;
    case PACKET_NEWER: return HAPTIC_ERROR_NEWER_PROTOCOL;
    case PACKET_MALFORMED: break;
  }
  return HAPTIC_ERROR_MALFORMED_PACKET;
}

/// Receives a packet. Returns its full size, which may exceed the buffer, 0 at the end of the connection, or -1 with
/// errno.
static ssize_t receive(int fd, uint8_t *packet) {
  for (;;) {
    ssize_t size = recv(fd, packet, DAEMON_PACKET_SIZE_MAX, MSG_DONTWAIT | MSG_TRUNC);
    // If the daemon closes before it has read all requests, the kernel reports a reset once; its earlier packets
    // follow.
    if (size >= 0 || (errno != EINTR && errno != ECONNRESET)) return size;
  }
}

/// Reads one packet. Returns 0 if there may be more, 1 if there are none at present, or the reason for the end.
static int read_packet(struct haptic_client *client, struct link *link) {
  uint8_t packet[DAEMON_PACKET_SIZE_MAX];
  ssize_t size = receive(link->socket, packet);
  if (size > 0) return accept_packet(client, link, packet, (size_t)size);
  return size < 0 && errno == EAGAIN ? 1 : HAPTIC_ERROR_DISCONNECTED;
}

/// Whether the handler has neither closed the client nor left this function in a child process.
static bool may_continue(const struct haptic_client *client) { return client_check(client) == HAPTIC_OK; }

/// Reads the last packets of a connection that has ended, such as the ends of playbacks, and closes it.
static void read_ended(struct haptic_client *client) {
  if (client->ended.socket < 0 || !may_continue(client)) return;
  int result = client->end_reason == HAPTIC_ERROR_DISCONNECTED ? HAPTIC_OK : client->end_reason;
  for (int count = 0; result == HAPTIC_OK && count < REMAINS && may_continue(client); count++) {
    result = read_packet(client, &client->ended);
  }
  if (!may_continue(client)) return;
  connection_close_ended(client);
  int reason = result < 0 ? result : HAPTIC_ERROR_DISCONNECTED;
  deliver(client, (struct haptic_event){.kind = HAPTIC_EVENT_DISCONNECTED, .error = reason});
}

static void read_current(struct haptic_client *client) {
  int result = HAPTIC_OK;
  for (int count = 0; result == HAPTIC_OK && count < BURST && may_continue(client); count++) {
    if (client->current.socket < 0) return;
    result = read_packet(client, &client->current);
  }
  if (result < 0) connection_end(client, result);
}

static int read_and_connect(struct haptic_client *client) {
  read_ended(client);
  read_current(client);
  read_ended(client);
  int result = client_check(client);
  return result < 0 ? result : haptic_connect(client);
}

int haptic_dispatch(struct haptic_client *client) {
  int result = client_check(client);
  if (result < 0) return result;
  if (client->is_dispatching) return client->current.socket >= 0 ? HAPTIC_OK : client->failure;
  client->is_dispatching = true;
  result = read_and_connect(client);
  client->is_dispatching = false;
  if (!client->is_closed) return result;
  client_free(client);
  return HAPTIC_OK;
}
