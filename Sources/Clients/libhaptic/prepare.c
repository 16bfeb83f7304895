// Handles: preparations, definitions, and their release.

#include <stdlib.h>

#include "arguments.h"
#include "client.h"
#include "connection.h"
#include "pattern.h"
#include "requests.h"

/// Binds a handle and sends its packets. Takes the ownership of the packets.
static int bind_handle(struct haptic_client *client, int handle, struct packets packets, bool is_pattern) {
  if (!packets.bytes) return HAPTIC_ERROR_OUT_OF_MEMORY;
  bindings_set(&client->bindings, handle, packets, is_pattern);
  haptic_connect(client);
  return handle;
}

int haptic_prepare(struct haptic_client *client, const char *name) { return haptic_prepare_with(client, name, 0, 0); }

int haptic_prepare_with(struct haptic_client *client, const char *name, uint32_t device, uint32_t flags) {
  struct name feedback;
  int handle = client_check(client);
  if (handle < 0) return handle;
  if (!name_read(&feedback, name) || name_is_empty(&feedback) || (flags & ~(uint32_t)HAPTIC_FLAG_FALLBACK) != 0) {
    return HAPTIC_ERROR_INVALID_ARGUMENT;
  }
  handle = bindings_free_handle(&client->bindings);
  if (handle < 0) return handle;
  struct packets packets = {.bytes = malloc(2 + PREPARE_SIZE)};
  if (packets.bytes) {
    uint8_t packet[PREPARE_SIZE], fallback = flags & HAPTIC_FLAG_FALLBACK ? 1 : 0;
    packets_append(&packets, packet, request_prepare(packet, 0, (uint32_t)handle, device, fallback, &feedback));
  }
  return bind_handle(client, handle, packets, false);
}

int haptic_define(
    struct haptic_client *client, const struct haptic_pattern *pattern, int category, uint32_t device) {
  int handle = client_check(client);
  if (handle < 0) return handle;
  if (!pattern || !category_is_valid(category)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  handle = bindings_free_handle(&client->bindings);
  if (handle < 0) return handle;
  return bind_handle(client, handle, pattern_packets(pattern, (uint32_t)handle, device, (uint8_t)category), true);
}

int haptic_renew(struct haptic_client *client, int handle) {
  int result = client_check(client);
  if (result < 0) return result;
  struct binding *binding = bindings_find(&client->bindings, handle);
  if (!binding) return HAPTIC_ERROR_INVALID_ARGUMENT;
  bindings_restart(&client->bindings, binding);
  return haptic_connect(client);
}

int haptic_release(struct haptic_client *client, int handle) {
  uint8_t packet[RELEASE_SIZE];
  int result = client_check(client);
  if (result < 0) return result;
  if (!bindings_find(&client->bindings, handle)) return HAPTIC_ERROR_INVALID_ARGUMENT;
  bindings_release(&client->bindings, handle);
  // If this is not sent, the next use of the handle replaces it, or the end of the connection releases it.
  uint32_t serial = client_serial(client, HAPTIC_REQUEST_RELEASE, handle);
  connection_tell(client, packet, request_release(packet, serial, (uint32_t)handle));
  return HAPTIC_OK;
}
