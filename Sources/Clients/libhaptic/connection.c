#include "connection.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bytes.h"
#include "replies.h"
#include "requests.h"

// --- Sending

/// Sends one packet. Returns HAPTIC_ERROR_BUSY if the socket is full, and HAPTIC_ERROR_DISCONNECTED if the connection
/// has ended.
static int put(const struct haptic_client *client, const uint8_t *packet, size_t size) {
  ssize_t count;
  do count = send(client->current.socket, packet, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  if (count >= 0) return HAPTIC_OK;
  switch (errno) {
    case EAGAIN:
    case ENOBUFS:
    case ENOMEM: return HAPTIC_ERROR_BUSY;
    default: return HAPTIC_ERROR_DISCONNECTED;
  }
}

/// The serial of a packet of a binding: the first and the last packet of a definition get a verdict.
static uint32_t binding_serial(struct haptic_client *client, struct binding *binding, int handle, size_t packet_size) {
  bool is_last = binding->sent + 2 + packet_size == binding->packets.size;
  if (!binding->is_pattern) return client_serial(client, HAPTIC_REQUEST_PREPARE, handle);
  if (is_last) return client_serial(client, OPCODE_PART, handle);
  if (binding->sent > 0) return 0;
  binding->opening = client_serial(client, HAPTIC_REQUEST_DEFINE, handle);
  return binding->opening;
}

/// Sends the packets of a handle that are not sent yet; there are none for 0.
static int send_binding(struct haptic_client *client, int handle) {
  struct binding *binding = bindings_find(&client->bindings, handle);
  while (binding && binding->sent < binding->packets.size) {
    uint8_t *packet = binding->packets.bytes + binding->sent + 2;
    size_t size = load16(packet - 2);
    store32(packet + HEADER_SERIAL, binding_serial(client, binding, handle, size));
    int result = put(client, packet, size);
    if (result < 0) return result;
    binding->sent += 2 + size;
  }
  return HAPTIC_OK;
}

// A prepared feedback is one small packet and is sent first. A pattern can be hundreds of large packets: they are sent
// after the current request, unless that plays this pattern.

static int send_bindings_of_kind(struct haptic_client *client, bool is_pattern) {
  for (int handle = 1; handle <= HAPTIC_HANDLES_MAX; handle++) {
    const struct binding *binding = bindings_find(&client->bindings, handle);
    if (!binding || binding->is_pattern != is_pattern) continue;
    int result = send_binding(client, handle);
    if (result < 0) return result;
  }
  return HAPTIC_OK;
}

static int send_feedbacks(struct haptic_client *client) { return send_bindings_of_kind(client, false); }

/// Makes the descriptor for event loops readable when the socket has room for the rest of the bindings.
static void watch_room(struct haptic_client *client) {
  bool waits = client->current.socket >= 0 && !client->bindings.are_sent;
  if (client->readiness < 0 || client->current.socket < 0 || waits == client->waits_for_room) return;
  struct epoll_event event = {.events = waits ? EPOLLIN | EPOLLOUT : EPOLLIN};
  if (epoll_ctl(client->readiness, EPOLL_CTL_MOD, client->current.socket, &event) == 0) client->waits_for_room = waits;
}

// If the connection has ended, the next use detects it.
void connection_send_bindings(struct haptic_client *client) {
  if (client->bindings.are_sent || client->current.socket < 0) return;
  client->bindings.are_sent = send_feedbacks(client) == HAPTIC_OK && send_bindings_of_kind(client, true) == HAPTIC_OK;
  watch_room(client);
}

static int send_in_order(struct haptic_client *client, const uint8_t *packet, size_t size, int handle) {
  if (client->bindings.are_sent) return put(client, packet, size);
  int result = send_feedbacks(client);
  if (result == HAPTIC_OK) result = send_binding(client, handle);
  if (result == HAPTIC_OK) result = put(client, packet, size);
  if (result == HAPTIC_OK) connection_send_bindings(client);
  watch_room(client);
  return result;
}

int connection_send(struct haptic_client *client, const uint8_t *packet, size_t size, int handle) {
  for (int attempt = 0; attempt < 2; attempt++) {
    int result = connection_open(client);
    if (result == HAPTIC_OK) result = send_in_order(client, packet, size, handle);
    if (result != HAPTIC_ERROR_DISCONNECTED || client->current.socket < 0) return result;
    // The daemon has ended since the last packet, and may already have restarted.
    connection_end(client, HAPTIC_ERROR_DISCONNECTED);
  }
  return HAPTIC_ERROR_DISCONNECTED;
}

int connection_tell(struct haptic_client *client, const uint8_t *packet, size_t size) {
  return client->current.socket < 0 ? HAPTIC_ERROR_DISCONNECTED : put(client, packet, size);
}

// --- Connecting

static int failure_of_connect(int error) {
  switch (error) {
    case EAGAIN: return HAPTIC_ERROR_BUSY;
    case ENOENT:
    case ENOTDIR:
    case ECONNREFUSED:
    case EACCES:
    case EPERM:
    case ELOOP:
    case EPROTOTYPE: return HAPTIC_ERROR_NO_DAEMON;
    default: return HAPTIC_ERROR_SYSTEM;
  }
}

/// Returns a connected socket or an error.
static int reach(const struct place *place) {
  struct sockaddr_un address;
  int result = place_address(place, &address);
  if (result < 0) return result;
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return HAPTIC_ERROR_SYSTEM;
  do result = connect(fd, (const struct sockaddr *)&address, sizeof address);
  while (result < 0 && errno == EINTR);
  if (result == 0) return fd;
  int error = errno;
  close(fd);
  errno = error;
  return failure_of_connect(error);
}

static int watch(const struct haptic_client *client, int fd) {
  struct epoll_event event = {.events = EPOLLIN};
  if (client->readiness < 0 || fd < 0) return HAPTIC_OK;
  return epoll_ctl(client->readiness, EPOLL_CTL_ADD, fd, &event) < 0 ? HAPTIC_ERROR_SYSTEM : HAPTIC_OK;
}

/// Sends hello and prepares the feedbacks. The rest of the bindings follows after the current request.
static int greet(struct haptic_client *client) {
  uint8_t packet[HELLO_SIZE];
  bindings_restart_all(&client->bindings);
  int result = watch(client, client->current.socket);
  if (result == HAPTIC_OK) {
    result = put(client, packet, request_hello(packet, UINT32_C(1) << 24, &client->application));
  }
  if (result < 0) return result;
  return send_feedbacks(client) == HAPTIC_ERROR_DISCONNECTED ? HAPTIC_ERROR_DISCONNECTED : HAPTIC_OK;
}

static int attempt(struct haptic_client *client) {
  int fd = reach(&client->place);
  if (fd < 0) return fd;
  client->current = (struct link){.socket = fd};
  client->waits_for_room = false;
  int result = greet(client);
  if (result == HAPTIC_OK) return HAPTIC_OK;
  int error = errno;
  close(fd);
  errno = error;
  client->current.socket = -1;
  return result;
}

int connection_open(struct haptic_client *client) {
  if (client->current.socket >= 0) return HAPTIC_OK;
  uint64_t now = clock_now();
  if (!backoff_allows_attempt(&client->backoff, now)) return client->failure;
  backoff_begin(&client->backoff, now);
  int result = attempt(client);
  client->failure = result == HAPTIC_OK ? HAPTIC_ERROR_DISCONNECTED : result;
  return result;
}

int haptic_connect(struct haptic_client *client) {
  int result = client_check(client);
  if (result == HAPTIC_OK) result = connection_open(client);
  if (result == HAPTIC_OK) connection_send_bindings(client);
  return result;
}

// --- Ending

/// Whether the daemon refused this version of the protocol. Its reply to hello is its first packet.
static bool is_refused(const struct haptic_client *client) {
  uint8_t packet[DAEMON_PACKET_SIZE_MAX];
  ssize_t size = recv(client->current.socket, packet, sizeof packet, MSG_DONTWAIT | MSG_PEEK | MSG_TRUNC);
  return size > 0 && packet_kind(packet, (size_t)size) == PACKET_NEWER;
}

void connection_leave(struct link *link) {
  // In this order: a child process must not close a descriptor that has another owner already.
  int fd = link->socket;
  link->socket = -1;
  if (fd >= 0) close(fd);
}

/// Closes a socket, and ends the connection even if a child process still has the socket, as after _Fork(). The client of
/// any other child process has no socket.
static void disconnect(const struct haptic_client *client, struct link *link) {
  if (link->socket >= 0) {
    // A socket that a child process has stays in the epoll set when it is closed here.
    if (client->readiness >= 0) epoll_ctl(client->readiness, EPOLL_CTL_DEL, link->socket, NULL);
    shutdown(link->socket, SHUT_RDWR);
  }
  connection_leave(link);
}

void connection_end(struct haptic_client *client, int reason) {
  if (client->current.version == 0 && is_refused(client)) reason = HAPTIC_ERROR_NEWER_PROTOCOL;
  if (reason != HAPTIC_ERROR_DISCONNECTED) backoff_give_up(&client->backoff, clock_now());
  client->failure = client->end_reason = reason;
  disconnect(client, &client->ended);
  // Its last packets can still be read, and the descriptor for event loops is readable now.
  shutdown(client->current.socket, SHUT_RDWR);
  client->ended = client->current;
  client->current.socket = -1;
}

void connection_close_ended(struct haptic_client *client) { disconnect(client, &client->ended); }

void connection_close(struct haptic_client *client) {
  disconnect(client, &client->current);
  disconnect(client, &client->ended);
  if (client->readiness >= 0) close(client->readiness);
  client->readiness = -1;
}

// --- Event loops

int haptic_fd(struct haptic_client *client) {
  int result = client_check(client);
  if (result < 0) return result;
  if (client->readiness >= 0) return client->readiness;
  client->readiness = epoll_create1(EPOLL_CLOEXEC);
  if (client->readiness < 0) return HAPTIC_ERROR_SYSTEM;
  if (watch(client, client->current.socket) < 0 || watch(client, client->ended.socket) < 0) {
    int error = errno;
    close(client->readiness);
    client->readiness = -1;
    errno = error;
    return HAPTIC_ERROR_SYSTEM;
  }
  watch_room(client);
  return client->readiness;
}
