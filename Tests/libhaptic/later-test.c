// The library with a daemon of version 99: unknown events and values, longer records, and bytes that are reserved
// today. The agreed version is 1. A library that offers version 2 passes these tests as well.
#include "client.h"
#include "devices.h"
#include "fake.h"
#include "replies.h"

enum { RECORD = DEVICE_RECORD_SIZE + 224, LIST_MAX = DEVICES_REPLY_DEVICES + DEVICES_MAX * RECORD };

static uint32_t random_state = 1;

static uint32_t random_number(void) {
  random_state = random_state * 1664525 + 1013904223;
  return random_state >> 8;
}

/// Writes a packet of this size that has a meaning in each of its bytes, with the opcode and the serial of its request.
static void later_packet(uint8_t *packet, size_t size, uint16_t opcode, const uint8_t *serial) {
  memset(packet, 0xa5, size);
  packet[0] = (uint8_t)opcode;
  packet[1] = (uint8_t)(opcode >> 8);
  memcpy(packet + 4, serial, 4);
}

static const uint8_t no_serial[4] = {0};

/// A client that a daemon of version 99 has greeted.
static struct haptic_client *greeted_client(struct events *events) {
  uint8_t packet[4096], hello[HELLO_REPLY_SIZE];
  fake_start();
  memset(events, 0, sizeof *events);
  struct haptic_client *client = haptic_open_at("org.example.Old", fake_path);
  haptic_set_handler(client, record, events);
  haptic_request_verdicts(client, 1);
  CHECK(haptic_connect(client) == HAPTIC_OK && fake_accept());
  CHECK(fake_receive(packet) == HELLO_SIZE && packet[HELLO_VERSION] == PROTOCOL_VERSION);
  later_packet(hello, sizeof hello, OPCODE_HELLO_REPLY, packet + 4);
  hello[HELLO_REPLY_VERSION] = 1;
  hello[HELLO_REPLY_VERSION + 1] = 0;
  memset(hello + HELLO_REPLY_NAME, 0, HELLO_REPLY_NAME_SIZE);
  memcpy(hello + HELLO_REPLY_NAME, "99.0", 4);
  CHECK(fake_send(hello, sizeof hello));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events->last.kind == HAPTIC_EVENT_CONNECTED && strcmp(events->daemon_version, "99.0") == 0);
  return client;
}

/// Writes a list of devices with longer records, in which every number is unknown.
static size_t later_devices(uint8_t *packet, const uint8_t *serial, uint8_t count) {
  size_t size = DEVICES_REPLY_DEVICES + count * (size_t)RECORD;
  later_packet(packet, size, OPCODE_DEVICES_REPLY, serial);
  memset(packet + 8, 0, 8);
  packet[DEVICES_REPLY_COUNT] = count;
  packet[DEVICES_REPLY_RECORD] = RECORD & 0xff;
  packet[DEVICES_REPLY_RECORD + 1] = RECORD >> 8;
  for (uint8_t index = 0; index < count; index++) {
    uint8_t *device = packet + DEVICES_REPLY_DEVICES + index * (size_t)RECORD;
    memset(device, 0, 4);
    device[0] = (uint8_t)(index + 1);
    device[DEVICE_RECORD_STATE] = 9;
    device[DEVICE_RECORD_KIND] = 10;
    memset(device + DEVICE_RECORD_NAME, 0, DEVICE_RECORD_SIZE - DEVICE_RECORD_NAME);
    memcpy(device + DEVICE_RECORD_NAME, "Pen", 3);
  }
  return size;
}

static void the_version_is_the_one_that_the_present_daemon_agreed_on(void) {
  struct events events;
  uint8_t packet[4096];
  struct haptic_client *client = greeted_client(&events);
  CHECK(client->current.version == 1);
  // A daemon with the version of the library takes the place of that one.
  client->backoff = (struct backoff){0};
  fake_close_peer();
  CHECK(haptic_dispatch(client) == HAPTIC_OK && fake_accept() && fake_receive(packet) == HELLO_SIZE);
  CHECK(events.last.kind == HAPTIC_EVENT_DISCONNECTED && client->current.version == 0);
  CHECK(fake_reply_hello(PROTOCOL_VERSION) && haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.last.kind == HAPTIC_EVENT_CONNECTED && client->current.version == PROTOCOL_VERSION);
  end(client);
}

static void unknown_verdicts_are_delivered_with_a_name(void) {
  struct events events;
  uint8_t request[4096], packet[VERDICT_SIZE];
  struct haptic_client *client = greeted_client(&events);
  CHECK(haptic_play(client, "tap", 1) == HAPTIC_OK && fake_receive(request) == PLAY_SIZE);
  later_packet(packet, sizeof packet, OPCODE_VERDICT, request + 4);
  packet[VERDICT_VERDICT] = 31;
  packet[VERDICT_VERDICT + 1] = 0;
  memset(packet + VERDICT_RECEIVED, 1, VERDICT_SIZE - VERDICT_RECEIVED);
  CHECK(fake_send(packet, sizeof packet));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.last.kind == HAPTIC_EVENT_VERDICT && events.last.request == HAPTIC_REQUEST_PLAY);
  CHECK(events.last.verdict == 31 && strcmp(haptic_verdict_name(events.last.verdict), "verdict 31") == 0);
  CHECK(haptic_play(client, "tap", 1) == HAPTIC_OK && fake_drain() == 1);
  end(client);
}

static void unknown_reasons_are_delivered_with_a_name(void) {
  struct events events;
  uint8_t packet[FINISHED_SIZE];
  struct haptic_client *client = greeted_client(&events);
  later_packet(packet, sizeof packet, OPCODE_FINISHED, no_serial);
  packet[FINISHED_REASON] = 12;
  packet[FINISHED_REASON + 1] = 0;
  memset(packet + FINISHED_WRITTEN, 1, 16);
  CHECK(fake_send(packet, sizeof packet));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.last.kind == HAPTIC_EVENT_FINISHED && events.last.playback == 0xa5a5a5a5);
  CHECK(events.last.reason == 12 && strcmp(haptic_reason_name(events.last.reason), "reason 12") == 0);
  end(client);
}

static void unknown_events_of_any_size_are_ignored(void) {
  struct events events;
  static uint8_t packet[DAEMON_PACKET_SIZE_MAX];
  struct haptic_client *client = greeted_client(&events);
  int before = events.count;
  for (size_t size = HEADER_SIZE; size <= sizeof packet; size += 1024) {
    for (uint16_t opcode = 0x4003; opcode < 0x8000; opcode = (uint16_t)(opcode + 0x0fff)) {
      later_packet(packet, size, opcode, no_serial);
      CHECK(fake_send(packet, size));
      CHECK(haptic_dispatch(client) == HAPTIC_OK);
    }
  }
  CHECK(events.count == before);
  later_packet(packet, RESET_SIZE, OPCODE_RESET, no_serial);
  CHECK(fake_send(packet, RESET_SIZE) && haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.last.kind == HAPTIC_EVENT_RESET);
  end(client);
}

static void all_devices_are_listed_although_none_is_known(void) {
  struct events events;
  uint8_t request[4096];
  static uint8_t packet[LIST_MAX];
  struct haptic_client *client = greeted_client(&events);
  for (uint8_t count = 0; count <= DEVICES_MAX; count = (uint8_t)(count + 16)) {
    CHECK(haptic_request_devices(client) == HAPTIC_OK && fake_receive(request) == DEVICES_SIZE);
    CHECK(fake_send(packet, later_devices(packet, request + 4, count)));
    CHECK(haptic_dispatch(client) == HAPTIC_OK);
    CHECK(events.last.kind == HAPTIC_EVENT_DEVICES && events.devices == count);
    for (int index = 0; index < count; index++) {
      char expected[200];
      CHECK(strcmp(haptic_device_state_name(events.device_states[index]), "state 9") == 0);
      // The flags that are neither 0 nor 1 are true: the motor is only on or off, and plays waves.
      snprintf(expected, sizeof expected, "%d 10 165 0 1 'Pen' '' ''", index + 1);
      CHECK(strcmp(events.device_texts[index], expected) == 0);
    }
  }
  end(client);
}

static void the_size_of_records_is_checked(void) {
  static uint8_t packet[LIST_MAX + 1];
  const uint8_t serial[4] = {1, 0, 0, OPCODE_DEVICES};
  size_t size = later_devices(packet, serial, 2);
  CHECK(packet_kind(packet, size) == PACKET_DEVICES);
  CHECK(packet_kind(packet, size - 1) == PACKET_MALFORMED && packet_kind(packet, size + 1) == PACKET_MALFORMED);
  size = later_devices(packet, serial, 1);
  packet[DEVICES_REPLY_RECORD]++;
  CHECK(packet_kind(packet, size) == PACKET_MALFORMED && packet_kind(packet, size + 1) == PACKET_DEVICES);
  packet[DEVICES_REPLY_RECORD] = 255;
  packet[DEVICES_REPLY_RECORD + 1] = 0;
  CHECK(packet_kind(packet, DEVICES_REPLY_DEVICES + 2 * 255) == PACKET_MALFORMED);  // shorter than in version 1
  packet[DEVICES_REPLY_COUNT] = 0;
  CHECK(packet_kind(packet, DEVICES_REPLY_DEVICES) == PACKET_MALFORMED);
  memset(packet + DEVICES_REPLY_RECORD, 0xff, 4);
  for (int count = 1; count <= DEVICES_MAX + 1; count++) {
    packet[DEVICES_REPLY_COUNT] = (uint8_t)count;  // the product exceeds 32 bits
    CHECK(packet_kind(packet, size) == PACKET_MALFORMED);
    CHECK(packet_kind(packet, DEVICES_REPLY_DEVICES - (size_t)count) == PACKET_MALFORMED);
  }
}

/// Reads a packet as haptic_dispatch() does, in a block of exactly its size, so that a tool finds each byte beyond it.
static void parse(const uint8_t *packet, size_t size) {
  static struct device_list list;
  uint8_t *block = malloc(size ? size : 1);
  memcpy(block, packet, size);
  if (packet_kind(block, size) == PACKET_DEVICES) {
    device_list_read(&list, block);
    CHECK(list.count <= DEVICES_MAX);
    for (size_t index = 0; index < list.count; index++) {
      const struct haptic_device *device = list.pointers[index];
      CHECK(strlen(device->name) <= 64 && strlen(device->path) <= 48 && strlen(device->reason) <= 64);
      CHECK(strlen(haptic_device_state_name(device->state)) > 0 && strlen(haptic_device_kind_name(device->kind)) > 0);
    }
  }
  free(block);
}

static void changed_packets_do_no_harm(void) {
  static uint8_t bases[5][LIST_MAX], packet[LIST_MAX + 16];
  const uint8_t serial[4] = {1, 0, 0, OPCODE_DEVICES};
  size_t sizes[5] = {VERDICT_SIZE, FINISHED_SIZE, HELLO_REPLY_SIZE};
  later_packet(bases[0], sizes[0], OPCODE_VERDICT, serial);
  later_packet(bases[1], sizes[1], OPCODE_FINISHED, no_serial);
  later_packet(bases[2], sizes[2], OPCODE_HELLO_REPLY, serial);
  sizes[3] = later_devices(bases[3], serial, 1);
  sizes[4] = later_devices(bases[4], serial, 3);
  for (int count = 0; count < 200000; count++) {
    uint32_t base = random_number() % 5;
    size_t size = sizes[base];
    memcpy(packet, bases[base], size);
    for (uint32_t changes = random_number() % 4; changes > 0; changes--) {
      size_t reach = random_number() % 2 ? 20 : size;  // the head decides most
      packet[random_number() % reach] = (uint8_t)(random_number() % 3 ? random_number() % 4 : random_number());
    }
    if (random_number() % 3 == 0) size = size - 8 + random_number() % 16;
    parse(packet, size);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      TEST(the_version_is_the_one_that_the_present_daemon_agreed_on),
      TEST(unknown_verdicts_are_delivered_with_a_name),
      TEST(unknown_reasons_are_delivered_with_a_name),
      TEST(unknown_events_of_any_size_are_ignored),
      TEST(all_devices_are_listed_although_none_is_known),
      TEST(the_size_of_records_is_checked),
      TEST(changed_packets_do_no_harm),
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
