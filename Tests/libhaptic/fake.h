// A daemon in the test's own process: it listens, and the test sends and receives single packets. The library never
// waits, so one thread is enough.
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "check.h"
#include "haptic.h"

static char fake_path[108];
static int fake_listener = -1, fake_peer = -1;

static inline void fake_start(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *folder = getenv("TMPDIR");
  snprintf(fake_path, sizeof fake_path, "%s/fake-%d.sock", folder ? folder : "/tmp", (int)getpid());
  unlink(fake_path);
  strcpy(address.sun_path, fake_path);
  fake_listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  CHECK(bind(fake_listener, (struct sockaddr *)&address, sizeof address) == 0);
  CHECK(listen(fake_listener, 8) == 0);
}

static inline void fake_close_peer(void) {
  if (fake_peer >= 0) close(fake_peer);
  fake_peer = -1;
}

static inline void fake_stop(void) {
  fake_close_peer();
  if (fake_listener >= 0) close(fake_listener);
  fake_listener = -1;
  unlink(fake_path);
}

/// Accepts the next connection; false if there is none.
static inline bool fake_accept(void) {
  fake_close_peer();
  fake_peer = accept4(fake_listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return fake_peer >= 0;
}

/// Receives a packet; 0 if there is none, or the connection has ended.
static inline size_t fake_receive(uint8_t packet[static 4096]) {
  ssize_t size = recv(fake_peer, packet, 4096, MSG_DONTWAIT);
  return size < 0 ? 0 : (size_t)size;
}

/// Receives packets until there are none; returns their number.
static inline int fake_drain(void) {
  uint8_t packet[4096];
  int count = 0;
  while (fake_receive(packet) > 0) count++;
  return count;
}

static inline bool fake_send(const void *packet, size_t size) {
  return send(fake_peer, packet, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size;
}

static inline bool fake_reply_hello(uint16_t version) {
  uint8_t packet[80] = {1, 0x80, 0, 0, 1, 0, 0, 0, (uint8_t)version, (uint8_t)(version >> 8), 64, 0, 32, 0, 0, 16, '0'};
  return fake_send(packet, sizeof packet);
}

/// The events of a client, counted by kind, and the last one.
struct events {
  int count, by_kind[8];
  /// The devices of the last list, with the first bytes of their texts.
  int devices, device_states[32];
  char device_texts[32][200];
  struct haptic_event last;
  char daemon_version[64];
};

static inline void record(struct haptic_client *client, const struct haptic_event *event, void *context) {
  struct events *events = context;
  (void)client;
  CHECK(event->size == sizeof *event);
  CHECK(event->kind >= HAPTIC_EVENT_CONNECTED && event->kind <= HAPTIC_EVENT_DEVICES);
  events->count++;
  events->by_kind[event->kind]++;
  events->last = *event;
  events->devices = (int)event->device_count;
  for (int index = 0; index < events->devices; index++) {
    const struct haptic_device *device = event->devices[index];
    CHECK(device->size == sizeof *device);
    events->device_states[index] = device->state;
    snprintf(events->device_texts[index], sizeof events->device_texts[index], "%u %d %d %d %d '%s' '%s' '%s'",
             device->device, device->kind, device->motors, device->has_levels, device->plays_waves, device->name,
             device->path, device->reason);
  }
  if (!event->daemon_version) return;
  snprintf(events->daemon_version, sizeof events->daemon_version, "%s", event->daemon_version);
}

/// A connected client of a new fake daemon, which has received hello and has replied.
static inline struct haptic_client *connected_client(struct events *events) {
  uint8_t packet[4096];
  fake_start();
  struct haptic_client *client = haptic_open_at("org.example.Game", fake_path);
  if (events) {
    memset(events, 0, sizeof *events);
    haptic_set_handler(client, record, events);
  }
  CHECK(haptic_connect(client) == HAPTIC_OK);
  CHECK(fake_accept());
  CHECK(fake_receive(packet) == 64);
  CHECK(fake_reply_hello(1));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  return client;
}

static inline void end(struct haptic_client *client) {
  haptic_close(client);
  fake_stop();
}
