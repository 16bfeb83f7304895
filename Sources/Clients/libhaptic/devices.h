// The list of devices in a reply, as the handler receives it.
#ifndef HAPTIC_DEVICES_H
#define HAPTIC_DEVICES_H

#include <stddef.h>
#include <stdint.h>

#include "haptic.h"
#include "layout.h"

struct device_list {
  size_t count;
  /// The elements are pointers, so that later versions can add members to a device.
  const struct haptic_device *pointers[DEVICES_MAX];
  struct haptic_device devices[DEVICES_MAX];
  struct {
    char name[DEVICE_RECORD_NAME_SIZE + 1], path[DEVICE_RECORD_PATH_SIZE + 1], reason[DEVICE_RECORD_REASON_SIZE + 1];
  } texts[DEVICES_MAX];
};

/// Reads a packet of the kind PACKET_DEVICES. The list contains pointers to itself.
void device_list_read(struct device_list *list, const uint8_t *packet);

#endif
