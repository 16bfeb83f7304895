// The request for the list of devices, and its reply.
#include "devices.h"

#include <string.h>

#include "bytes.h"
#include "client.h"
#include "connection.h"
#include "requests.h"

int haptic_request_devices(struct haptic_client *client) {
  uint8_t packet[DEVICES_SIZE];
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
      .device = load32(record + DEVICE_RECORD_DEVICE),
      .state = record[DEVICE_RECORD_STATE],
      .kind = record[DEVICE_RECORD_KIND],
      .motors = record[DEVICE_RECORD_MOTORS],
      .has_levels = record[DEVICE_RECORD_ON_OFF] == 0,
      .plays_waves = record[DEVICE_RECORD_WAVES] != 0,
      .name = copy_text(list->texts[index].name, record + DEVICE_RECORD_NAME, DEVICE_RECORD_NAME_SIZE),
      .path = copy_text(list->texts[index].path, record + DEVICE_RECORD_PATH, DEVICE_RECORD_PATH_SIZE),
      .reason = copy_text(list->texts[index].reason, record + DEVICE_RECORD_REASON, DEVICE_RECORD_REASON_SIZE),
  };
  list->pointers[index] = &list->devices[index];
}

void device_list_read(struct device_list *list, const uint8_t *packet) {
  // A later daemon's records are longer.
  size_t stride = load32(packet + DEVICES_REPLY_RECORD);
  list->count = load32(packet + DEVICES_REPLY_COUNT);
  for (size_t index = 0; index < list->count; index++) {
    read_device(list, index, packet + DEVICES_REPLY_DEVICES + index * stride);
  }
}
