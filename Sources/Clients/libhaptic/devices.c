// The request for the list of devices, and its reply.
#include "devices.h"

#include <string.h>

#include "bytes.h"
#include "client.h"
#include "connection.h"
#include "requests.h"

int haptic_request_devices(struct haptic_client *client) {
  uint8_t packet[HEADER_SIZE];
  int result = client_check(client);
  if (result < 0) return result;
  size_t size = request_devices(packet, client_serial_with_reply(client, OPCODE_DEVICES, 0));
  return connection_send(client, packet, size, 0);
}

static const char *copy_text(char *text, const uint8_t *bytes, size_t size) {
  memcpy(text, bytes, size);
  text[size] = 0;
  return text;
}

static void read_device(struct device_list *list, size_t index, const uint8_t *record) {
  list->devices[index] = (struct haptic_device){
      .size = sizeof(struct haptic_device),
      .device = load32(record),
      .state = record[4],
      .kind = record[7],
      .motors = record[40],
      .has_levels = record[41] == 0,
      .plays_waves = record[72],
      .name = copy_text(list->texts[index].name, record + DEVICE_NAME, DEVICE_NAME_SIZE),
      .path = copy_text(list->texts[index].path, record + DEVICE_PATH, DEVICE_PATH_SIZE),
      .reason = copy_text(list->texts[index].reason, record + DEVICE_REASON, DEVICE_REASON_SIZE),
  };
  list->pointers[index] = &list->devices[index];
}

void device_list_read(struct device_list *list, const uint8_t *packet) {
  list->count = load32(packet + 8);
  for (size_t index = 0; index < list->count; index++) {
    read_device(list, index, packet + DEVICES_HEADER_SIZE + index * DEVICE_SIZE);
  }
}
