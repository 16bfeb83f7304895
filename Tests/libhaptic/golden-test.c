// The packets of the library are the golden bytes of the protocol tests, in both directions.
#include <math.h>

#include "fake.h"
#include "replies.h"
#include "requests.h"

struct golden {
  const char *name;
  size_t size;
  const uint8_t *bytes;
};

#include "golden.h"

enum { GOLDENS = sizeof goldens / sizeof *goldens };
static bool is_used[GOLDENS];

static const struct golden *golden_named(const char *name, bool is_request) {
  for (size_t index = 0; index < GOLDENS; index++) {
    if (strcmp(goldens[index].name, name) != 0 || (goldens[index].bytes[1] < 0x40) != is_request) continue;
    is_used[index] = true;
    return &goldens[index];
  }
  printf("no golden bytes are named '%s'\n", name);
  return NULL;
}

/// Receives a packet and compares it with golden bytes, except those of the serial and from `from` to `to`.
static bool receive_golden_except(const char *name, size_t from, size_t to) {
  uint8_t packet[4096] = {0}, expected[4096] = {0};
  const struct golden *golden = golden_named(name, true);
  if (!CHECK(golden)) return false;
  size_t size = fake_receive(packet);
  memcpy(expected, golden->bytes, golden->size);
  memset(packet + 4, 0, 4);
  memset(expected + 4, 0, 4);
  memset(packet + from, 0, to - from);
  memset(expected + from, 0, to - from);
  bool is_equal = size == golden->size && memcmp(packet, expected, size) == 0;
  if (!is_equal) printf("%s: %zu bytes, expected %zu\n", name, size, golden->size);
  return CHECK(is_equal);
}

static void receive_golden(const char *name) { receive_golden_except(name, 4, 8); }

static void hello_is_the_golden_bytes(void) {
  fake_start();
  struct haptic_client *client = haptic_open_at("org.example.Game", fake_path);
  haptic_connect(client);
  CHECK(fake_accept());
  receive_golden("hello");
  haptic_close(client);
  client = haptic_open_at("", fake_path);
  haptic_connect(client);
  CHECK(fake_accept());
  receive_golden("hello without a reply or a name");
  end(client);
}

static void preparations_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  for (int handle = 1; handle < 7; handle++) CHECK(haptic_prepare(client, "other") == handle);
  fake_drain();
  CHECK(haptic_prepare(client, "impact.medium") == 7);
  receive_golden("prepare for any device");
  for (int handle = 8; handle < 64; handle++) CHECK(haptic_prepare(client, "other") == handle);
  fake_drain();
  CHECK(haptic_prepare_with(client, "selection", 0xa1b2c3d4, HAPTIC_FLAG_FALLBACK) == 64);
  receive_golden("prepare for one device");
  CHECK(haptic_prepare(client, "one.more") == HAPTIC_ERROR_NO_HANDLE);
  CHECK(haptic_release(client, 7) == HAPTIC_OK);
  receive_golden("release");
  end(client);
}

static void plays_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  CHECK(haptic_play(client, "success", 1) == HAPTIC_OK);
  receive_golden_except("play by name", 32, 40);
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.name = "a-b";
  play.locality = HAPTIC_LOCALITY_HAND;
  play.flags = HAPTIC_FLAG_IMPORTANT | HAPTIC_FLAG_FALLBACK;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  receive_golden_except("play by a name that may be shorter", 32, 40);
  for (int handle = 1; handle <= 7; handle++) haptic_prepare(client, "other");
  fake_drain();
  play = (struct haptic_play_options)HAPTIC_PLAY_INIT;
  play.handle = 7;
  play.playback = 5;
  play.device = 2;
  play.intensity = 0x8000 / 65535.0;
  play.category = HAPTIC_CATEGORY_KEYBOARD;
  play.start = 0x0102030405060708;
  play.cause = 0x1112131415161718;
  play.deadline_us = 20000;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  receive_golden("play by handle");
  play = (struct haptic_play_options)HAPTIC_PLAY_INIT;
  play.handle = 7;
  play.repeats = HAPTIC_REPEAT_FOREVER;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  receive_golden_except("play by handle in a loop without end", 32, 40);
  play = (struct haptic_play_options)HAPTIC_PLAY_INIT;
  play.name = "a";
  play.offset_us = 0x111213141516;
  play.loop_end_us = 0x212223242526;
  play.limit_us = 0x313233343536;
  play.repeats = 0x01020304;
  play.rate = 1.5F;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  receive_golden_except("play with all of its timing", 32, 40);
  end(client);
}

static void a_play_without_a_cause_has_the_time_of_the_call(void) {
  struct haptic_client *client = connected_client(NULL);
  uint8_t packet[4096];
  uint64_t before = haptic_now(), cause;
  CHECK(haptic_play(client, "success", 1) == HAPTIC_OK);
  CHECK(fake_receive(packet) == PLAY_SIZE);
  memcpy(&cause, packet + 32, 8);
  CHECK(cause >= before && cause <= haptic_now());
  end(client);
}

static void stops_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  CHECK(haptic_stop(client, 5) == HAPTIC_OK);
  receive_golden("stop one");
  CHECK(haptic_stop(client, 0) == HAPTIC_OK);
  receive_golden("stop all of this client");
  CHECK(haptic_stop_everything(client) == HAPTIC_OK);
  receive_golden("stop everything");
  end(client);
}

static void a_request_for_devices_is_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  CHECK(haptic_request_devices(client) == HAPTIC_OK);
  receive_golden("devices");
  end(client);
}

static void define_is_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *pattern = haptic_pattern_new();
  struct haptic_point points[0x0304] = {{0, 0}};
  for (int handle = 1; handle < 7; handle++) haptic_prepare(client, "other");
  for (int count = 0; count < 0x4000; count++) CHECK(haptic_pattern_add_tap(pattern, 0, 1, 1) == HAPTIC_OK);
  CHECK(haptic_pattern_add_tap(pattern, 0, 1, 1) == HAPTIC_ERROR_TOO_LARGE);
  for (int count = 0; count < 0x0102; count++) haptic_pattern_add_parameter(pattern, HAPTIC_CONTROL_INTENSITY, 0, 1);
  CHECK(haptic_pattern_add_curve(pattern, HAPTIC_CONTROL_INTENSITY, 0, points, 0x0304) == HAPTIC_OK);
  fake_drain();
  CHECK(haptic_define(client, pattern, HAPTIC_CATEGORY_ALARM, 3) == 7);
  receive_golden("define");
  for (int handle = 8; handle < 64; handle++) haptic_prepare(client, "other");
  // The parts of the large pattern fill the socket.
  while (fake_drain() > 0) haptic_dispatch(client);
  struct haptic_pattern *empty = haptic_pattern_new();
  CHECK(haptic_define(client, empty, HAPTIC_CATEGORY_DEFAULT, 0) == 64);
  receive_golden("define nothing, for any device");
  haptic_pattern_free(empty);
  haptic_pattern_free(pattern);
  end(client);
}

/// Defines a pattern under the handle 1 after others, and receives its `define`.
static int define_at(struct haptic_client *client, const struct haptic_pattern *pattern, int expected) {
  uint8_t packet[4096];
  for (int handle = 1; handle < expected; handle++) haptic_prepare(client, "other");
  fake_drain();
  int handle = haptic_define(client, pattern, HAPTIC_CATEGORY_DEFAULT, 0);
  CHECK(handle == expected);
  CHECK(fake_receive(packet) == 40);
  return handle;
}

static void parts_with_events_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *pattern = haptic_pattern_new();
  struct haptic_pattern_event event = HAPTIC_PATTERN_EVENT_INIT;
  event.time_us = 0x01020304;
  event.duration_us = 0x0506;
  event.sharpness = 0x8000 / 65535.0;
  CHECK(haptic_pattern_add_event(pattern, &event) == HAPTIC_OK);
  event = (struct haptic_pattern_event)HAPTIC_PATTERN_EVENT_INIT;
  event.type = HAPTIC_PATTERN_EVENT_CONTINUOUS;
  event.sustained = 0;
  event.duration_us = HAPTIC_PATTERN_TIME_MAX;
  event.intensity = 0x1112 / 65535.0;
  event.sharpness = -1;
  event.attack = 0x1314 / 65535.0;
  event.decay = 0x1516 / 65535.0;
  event.release = 1e300;
  CHECK(haptic_pattern_add_event(pattern, &event) == HAPTIC_OK);
  define_at(client, pattern, 7);
  receive_golden("part: events");
  haptic_pattern_free(pattern);
  end(client);
}

static void parts_with_parameters_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *pattern = haptic_pattern_new();
  CHECK(haptic_pattern_add_parameter(pattern, HAPTIC_CONTROL_INTENSITY, 0x01020304, 0.5F) == HAPTIC_OK);
  CHECK(haptic_pattern_add_parameter(pattern, 12, 0, -INFINITY) == HAPTIC_OK);
  define_at(client, pattern, 64);
  receive_golden("part: parameters");
  haptic_pattern_free(pattern);
  end(client);
}

static void parts_with_points_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *pattern = haptic_pattern_new();
  const struct haptic_point points[] = {{0, -0.25F}, {0x05060708, 7}};
  CHECK(haptic_pattern_add_curve(pattern, HAPTIC_CONTROL_SHARPNESS, 0x01020304, points, 2) == HAPTIC_OK);
  define_at(client, pattern, 1);
  receive_golden("part: points");
  haptic_pattern_free(pattern);
  end(client);
}

static void actions_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  haptic_stop_at(client, 5, 0x0102030405060708);
  receive_golden("stop at a time");
  haptic_pause(client, 5, 0);
  receive_golden("pause");
  haptic_resume(client, 5, 0);
  receive_golden("resume");
  haptic_seek(client, 5, 0x111213141516, 2);
  receive_golden("seek");
  haptic_seek(client, 5, 0, 0);
  receive_golden("seek to the start");
  haptic_loop(client, 5, HAPTIC_REPEAT_FOREVER, 0, 0);
  receive_golden("loop");
  haptic_loop(client, 5, 0x01020304, 1000, 0);
  receive_golden("loop a part");
  haptic_loop(client, 5, 0, 0, 0);
  receive_golden("loop no more");
  haptic_set_rate(client, 5, 1.5F, 0);
  receive_golden("rate");
  haptic_mute(client, 5, 1, 0);
  receive_golden("mute");
  haptic_mute(client, 5, 0, 0);
  receive_golden("mute no more");
  haptic_cancel(client, 5, 0);
  receive_golden("cancel");
  end(client);
}

static void modulations_are_the_golden_bytes(void) {
  struct haptic_client *client = connected_client(NULL);
  const struct haptic_point points[] = {{5, -3}, {0x05060708, 0.25F}};
  CHECK(haptic_set_control(client, 5, HAPTIC_CONTROL_INTENSITY, 0.5F, 0) == HAPTIC_OK);
  receive_golden("modulate: a parameter");
  CHECK(haptic_modulate(client, 0x01020304, HAPTIC_CONTROL_SHARPNESS, points, 2, 0x1112131415161718) == HAPTIC_OK);
  receive_golden("modulate: a curve");
  end(client);
}

// --- Packets of the daemon

static enum packet_kind kind_of(const char *name) {
  const struct golden *golden = golden_named(name, false);
  return CHECK(golden) ? packet_kind(golden->bytes, golden->size) : PACKET_MALFORMED;
}

static void packets_of_the_daemon_are_understood(void) {
  CHECK(kind_of("verdict: played") == PACKET_VERDICT);
  CHECK(kind_of("verdict: unsupported") == PACKET_VERDICT);
  CHECK(kind_of("verdict: silent") == PACKET_VERDICT);
  CHECK(kind_of("hello") == PACKET_HELLO);
  CHECK(kind_of("finished") == PACKET_FINISHED);
  CHECK(kind_of("reset") == PACKET_RESET);
  CHECK(kind_of("no devices") == PACKET_DEVICES);
  CHECK(kind_of("two devices") == PACKET_DEVICES);
  CHECK(kind_of("observed") == PACKET_OTHER_EVENT);
  CHECK(kind_of("level") == PACKET_OTHER_EVENT);
}

static void replies_to_requests_that_were_not_sent_are_malformed(void) {
  for (size_t index = 0; index < GOLDENS; index++) {
    const uint8_t *bytes = goldens[index].bytes;
    if (bytes[1] < 0x80 || bytes[0] <= 1 || bytes[0] == OPCODE_DEVICES) continue;
    CHECK(packet_kind(bytes, goldens[index].size) == PACKET_MALFORMED);
    is_used[index] = true;
  }
}

static void packets_of_another_length_are_malformed(void) {
  for (size_t index = 0; index < GOLDENS; index++) {
    uint8_t packet[4096] = {0};
    const struct golden *golden = &goldens[index];
    if (golden->bytes[1] < 0x40 || packet_kind(golden->bytes, golden->size) == PACKET_OTHER_EVENT) continue;
    memcpy(packet, golden->bytes, golden->size);
    for (size_t size = 0; size < golden->size; size++) CHECK(packet_kind(packet, size) == PACKET_MALFORMED);
    CHECK(packet_kind(packet, golden->size + 1) == PACKET_MALFORMED);
  }
}

/// Checks that exactly these bytes make a golden packet malformed if they are 0xff.
static void check_strict_bytes(const char *name, const char *strict) {
  const struct golden *golden = golden_named(name, false);
  if (!CHECK(golden) || !CHECK(strlen(strict) == golden->size)) return;
  for (size_t offset = 2; offset < golden->size; offset++) {
    uint8_t packet[4096];
    memcpy(packet, golden->bytes, golden->size);
    packet[offset] = 0xff;
    bool is_malformed = packet_kind(packet, golden->size) == PACKET_MALFORMED;
    if (is_malformed != (strict[offset] == 'x')) printf("%s: byte %zu\n", name, offset);
    CHECK(is_malformed == (strict[offset] == 'x'));
  }
}

static void only_times_serials_and_texts_are_restricted(void) {
  // Header, verdict, reserved, device, playback, reserved, count, and three times below 2^63.
  check_strict_bytes("verdict: played", ".......................................x.......x.......x");
  // Opcode, flags, the serial 0, playback, reason, reserved, two times, device, reserved.
  check_strict_bytes("finished", "....xxxx...............x.......x........");
  check_strict_bytes("reset", "....xxxx");
  // 0xff is not UTF-8. A version of 0xff is a newer one.
  check_strict_bytes("hello", "................xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx................");
}

/// Whether 0xff in this byte of a list of devices makes the packet malformed: the number and the size of the records,
/// and texts.
static bool is_strict_in_devices(size_t offset) {
  if (offset < DEVICES_REPLY_DEVICES) return offset >= DEVICES_REPLY_COUNT;
  return (offset - DEVICES_REPLY_DEVICES) % DEVICE_RECORD_SIZE >= DEVICE_RECORD_NAME;
}

static void a_list_of_devices_is_checked_completely(void) {
  const struct golden *golden = golden_named("two devices", false);
  uint8_t packet[16 + 33 * 256];
  for (size_t offset = 2; offset < golden->size; offset++) {
    memcpy(packet, golden->bytes, golden->size);
    packet[offset] = 0xff;
    bool is_malformed = packet_kind(packet, golden->size) == PACKET_MALFORMED;
    if (is_malformed != is_strict_in_devices(offset)) printf("devices: byte %zu\n", offset);
    CHECK(is_malformed == is_strict_in_devices(offset));
  }
  memcpy(packet, golden->bytes, golden->size);
  memset(packet + 16, 0, sizeof packet - 16);
  for (int index = 0; index < 33; index++) memcpy(packet + 16 + index * 256, golden->bytes + 16, 256);
  packet[8] = 32;
  CHECK(packet_kind(packet, 16 + 32 * 256) == PACKET_DEVICES);
  packet[8] = 33;
  CHECK(packet_kind(packet, sizeof packet) == PACKET_MALFORMED);
  memset(packet + 8, 0xff, 4);
  CHECK(packet_kind(packet, 16 + 32 * 256) == PACKET_MALFORMED);
}

static void values_below_their_range_are_malformed(void) {
  uint8_t packet[HELLO_REPLY_SIZE];
  memcpy(packet, golden_named("finished", false)->bytes, 40);
  memset(packet + 8, 0, 4);
  CHECK(packet_kind(packet, 40) == PACKET_MALFORMED);  // no playback
  memcpy(packet, golden_named("verdict: played", false)->bytes, 56);
  memset(packet + 4, 0, 4);
  CHECK(packet_kind(packet, 56) == PACKET_MALFORMED);  // a reply without a serial
  memcpy(packet, golden_named("hello", false)->bytes, HELLO_REPLY_SIZE);
  packet[8] = 0;
  CHECK(packet_kind(packet, HELLO_REPLY_SIZE) == PACKET_MALFORMED);  // version 0
}

static void a_newer_hello_is_recognised_in_any_size(void) {
  uint8_t packet[200] = {1, 0x80, 0, 0, 1, 0, 0, 0, PROTOCOL_VERSION + 1, 0};
  for (size_t size = 10; size < sizeof packet; size++) CHECK(packet_kind(packet, size) == PACKET_NEWER);
}

static void every_request_of_the_library_has_golden_bytes_and_is_tested(void) {
  const uint8_t sent[] = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13};
  for (size_t index = 0; index < GOLDENS; index++) {
    bool is_sent = goldens[index].bytes[1] == 0 && memchr(sent, goldens[index].bytes[0], sizeof sent);
    if (is_sent && !is_used[index]) printf("'%s' is not tested\n", goldens[index].name);
    CHECK(!is_sent || is_used[index]);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      TEST(hello_is_the_golden_bytes),
      TEST(preparations_are_the_golden_bytes),
      TEST(plays_are_the_golden_bytes),
      TEST(a_play_without_a_cause_has_the_time_of_the_call),
      TEST(stops_are_the_golden_bytes),
      TEST(a_request_for_devices_is_the_golden_bytes),
      TEST(define_is_the_golden_bytes),
      TEST(parts_with_events_are_the_golden_bytes),
      TEST(parts_with_parameters_are_the_golden_bytes),
      TEST(parts_with_points_are_the_golden_bytes),
      TEST(actions_are_the_golden_bytes),
      TEST(modulations_are_the_golden_bytes),
      TEST(packets_of_the_daemon_are_understood),
      TEST(replies_to_requests_that_were_not_sent_are_malformed),
      TEST(packets_of_another_length_are_malformed),
      TEST(only_times_serials_and_texts_are_restricted),
      TEST(a_list_of_devices_is_checked_completely),
      TEST(values_below_their_range_are_malformed),
      TEST(a_newer_hello_is_recognised_in_any_size),
      TEST(every_request_of_the_library_has_golden_bytes_and_is_tested),
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
