#include "bindings.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"

void bindings_destroy(struct bindings *bindings) {
  for (int handle = 1; handle <= HAPTIC_HANDLES_MAX; handle++) free(bindings->slots[handle - 1].packets.bytes);
}

int bindings_free_handle(const struct bindings *bindings) {
  for (int handle = 1; handle <= HAPTIC_HANDLES_MAX; handle++) {
    if (!bindings->slots[handle - 1].packets.bytes) return handle;
  }
  return HAPTIC_ERROR_NO_HANDLE;
}

void bindings_set(struct bindings *bindings, int handle, struct packets packets, bool is_pattern) {
  bindings->slots[handle - 1] = (struct binding){.packets = packets, .is_pattern = is_pattern};
  bindings->are_sent = false;
}

struct binding *bindings_find(struct bindings *bindings, int handle) {
  if (handle < 1 || handle > HAPTIC_HANDLES_MAX) return NULL;
  struct binding *binding = &bindings->slots[handle - 1];
  return binding->packets.bytes ? binding : NULL;
}

void bindings_release(struct bindings *bindings, int handle) {
  struct binding *binding = bindings_find(bindings, handle);
  free(binding->packets.bytes);
  *binding = (struct binding){0};
}

void bindings_restart(struct bindings *bindings, struct binding *binding) {
  binding->sent = 0;
  binding->is_refused = false;
  bindings->are_sent = false;
}

void bindings_restart_all(struct bindings *bindings) {
  for (int handle = 1; handle <= HAPTIC_HANDLES_MAX; handle++) {
    struct binding *binding = bindings_find(bindings, handle);
    if (binding) bindings_restart(bindings, binding);
  }
}

void packets_append(struct packets *packets, const uint8_t *packet, size_t size) {
  store16(packets->bytes + packets->size, (uint16_t)size);
  memcpy(packets->bytes + packets->size + 2, packet, size);
  packets->size += 2 + size;
}
