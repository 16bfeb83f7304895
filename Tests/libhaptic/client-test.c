// The library with a fake daemon that is absent, slow, hostile, incompatible or ends, and with invalid arguments.
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "clock.h"
#include "fake.h"
#include "layout.h"

// --- Allocations, counted and refused by the linker's option --wrap.

static long allocations, allocations_until_failure = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);

static bool may_allocate(void) {
  allocations++;
  return allocations_until_failure < 0 || allocations_until_failure-- > 0;
}

void *__wrap_malloc(size_t size) { return may_allocate() ? __real_malloc(size) : NULL; }
void *__wrap_calloc(size_t count, size_t size) { return may_allocate() ? __real_calloc(count, size) : NULL; }
void *__wrap_realloc(void *old, size_t size) { return may_allocate() ? __real_realloc(old, size) : NULL; }
char *__wrap_strdup(const char *text) { return may_allocate() ? __real_strdup(text) : NULL; }

// --- Helpers

static bool is_readable(int fd) {
  struct pollfd entry = {.fd = fd, .events = POLLIN};
  return poll(&entry, 1, 0) == 1;
}

static int descriptor_count(void) {
  int count = 0;
  for (int fd = 0; fd < 1000; fd++) {
    struct stat status;
    count += fstat(fd, &status) == 0;
  }
  return count;
}

static void wait_milliseconds(int milliseconds) { poll(NULL, 0, milliseconds); }

/// Connects as soon as the back-off permits it.
static bool connects_again(struct haptic_client *client) {
  for (int count = 0; count < 100 * WAIT_SECONDS; count++) {
    if (haptic_connect(client) == HAPTIC_OK) return true;
    wait_milliseconds(10);
  }
  return false;
}

/// Receives a packet and checks its opcode and its handle or playback.
static void receive(uint8_t opcode, uint32_t number) {
  uint8_t packet[4096] = {0};
  uint32_t value;
  CHECK(fake_receive(packet) > 0);
  memcpy(&value, packet + 8, 4);
  if (!CHECK(packet[0] == opcode) || !CHECK(value == number)) printf("opcode %d, number %u\n", packet[0], value);
}

enum { HELLO = 1, PREPARE = 2, RELEASE = 3, PLAY = 4, STOP = 5, DEFINE = 10, PART = 11 };

static const uint8_t reset[8] = {2, 0x40};

static void finished(uint8_t packet[static 40], uint8_t playback, uint8_t reason) {
  memset(packet, 0, 40);
  packet[0] = 1;
  packet[1] = 0x40;
  packet[8] = playback;
  packet[12] = reason;
}

/// Replies to the request whose header is `request`.
static void reply(const uint8_t *request, uint8_t verdict) {
  uint8_t packet[56] = {0, 0x80};
  memcpy(packet + 4, request + 4, 4);
  packet[8] = verdict;
  CHECK(fake_send(packet, sizeof packet));
}

/// Plays until the socket is full.
static void fill(struct haptic_client *client) {
  int result = HAPTIC_OK;
  for (int count = 0; count < 100000 && result == HAPTIC_OK; count++) result = haptic_play(client, "tap", 1);
  CHECK(result == HAPTIC_ERROR_BUSY);
}

static struct haptic_pattern *pattern_of(int taps) {
  struct haptic_pattern *pattern = haptic_pattern_new();
  for (int count = 0; count < taps; count++) CHECK(haptic_pattern_add_tap(pattern, 0, 1, 1) == HAPTIC_OK);
  return pattern;
}

// --- Arguments

static void functions_refuse_null(void) {
  const struct haptic_point point = {0, 0};
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  struct haptic_pattern *pattern = haptic_pattern_new();
  CHECK(!haptic_open(NULL) && errno == EINVAL);
  haptic_close(NULL);
  haptic_pattern_free(NULL);
  CHECK(haptic_connect(NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_play(NULL, "tap", 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_play_handle(NULL, 1, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_play_with(NULL, &play) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_new_playback(NULL) == 0);
  CHECK(haptic_stop(NULL, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_stop_everything(NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_prepare(NULL, "tap") == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_define(NULL, pattern, 0, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_renew(NULL, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_release(NULL, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pause(NULL, 1, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_modulate(NULL, 1, 1, &point, 1, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_set_handler(NULL, NULL, NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_request_verdicts(NULL, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_request_devices(NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_fd(NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_dispatch(NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_tap(NULL, 0, 1, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_event(pattern, NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_parameter(NULL, 1, 0, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_curve(pattern, 1, 0, NULL, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  struct haptic_client *client = connected_client(NULL);
  CHECK(haptic_play(client, NULL, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_play_with(client, NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_prepare(client, NULL) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_define(client, NULL, 0, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_modulate(client, 1, 1, NULL, 1, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(fake_drain() == 0);
  haptic_pattern_free(pattern);
  end(client);
}

static void names_that_the_daemon_would_refuse_are_not_sent(void) {
  struct haptic_client *client = connected_client(NULL);
  char huge[100000];
  memset(huge, 'a', sizeof huge);
  huge[sizeof huge - 1] = 0;
  const char *const names[] = {
      "", huge, "1234567890123456789012345678901234567890123456789", "\xff", "\xc0\x80", "\xed\xa0\x80",
      "\xf4\x90\x80\x80", "\xe2\x82", "a\x80", "\xf0\x8f\xbf\xbf", "\xe0\x9f\xbf",
      "123456789012345678901234567890123456789012345\xf0\x9f\x98"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    CHECK(haptic_play(client, names[index], 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
    CHECK(haptic_prepare(client, names[index]) == HAPTIC_ERROR_INVALID_ARGUMENT);
    if (index > 0) CHECK(!haptic_open(names[index]));
  }
  CHECK(fake_drain() == 0);
  CHECK(haptic_play(client, "123456789012345678901234567890123456789012345678", 1) == HAPTIC_OK);
  CHECK(haptic_play(client, "T\xc3\xbcr \xe2\x82\xac \xf0\x9f\x98\x80 \xed\x9f\xbf \xf4\x8f\xbf\xbf", 1) == HAPTIC_OK);
  CHECK(fake_drain() == 2);
  end(client);
}

static int play_changed(struct haptic_client *client, void (*change)(struct haptic_play_options *play)) {
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.name = "tap";
  change(&play);
  return haptic_play_with(client, &play);
}

static void no_name(struct haptic_play_options *play) { play->name = NULL; }
static void both(struct haptic_play_options *play) { play->handle = 1; }
static void strange_handle(struct haptic_play_options *play) { play->name = NULL, play->handle = 65; }
static void no_number(struct haptic_play_options *play) { play->intensity = NAN; }
static void unknown_category(struct haptic_play_options *play) { play->category = 8; }
static void negative_category(struct haptic_play_options *play) { play->category = -1; }
static void huge_category(struct haptic_play_options *play) { play->category = 256 + 1; }
static void unknown_locality(struct haptic_play_options *play) { play->locality = 5; }
static void unknown_flag(struct haptic_play_options *play) { play->flags = 4; }
static void late_start(struct haptic_play_options *play) { play->start = UINT64_MAX; }
static void late_cause(struct haptic_play_options *play) { play->cause = UINT64_C(1) << 63; }
static void set_reserved(struct haptic_play_options *play) { play->reserved = 1; }
static void late_offset(struct haptic_play_options *play) { play->offset_us = UINT64_C(1) << 63; }
static void late_limit(struct haptic_play_options *play) { play->limit_us = UINT64_MAX; }
static void late_loop(struct haptic_play_options *play) { play->repeats = 1, play->loop_end_us = UINT64_C(1) << 63; }
static void end_of_no_loop(struct haptic_play_options *play) { play->loop_end_us = 1; }
static void no_rate(struct haptic_play_options *play) { play->rate = NAN; }
static void no_size(struct haptic_play_options *play) { play->size = 0; }
static void odd_size(struct haptic_play_options *play) { play->size--; }
static void short_size(struct haptic_play_options *play) { play->size = offsetof(struct haptic_play_options, reserved); }
static void huge_size(struct haptic_play_options *play) { play->size = SIZE_MAX; }

static void plays_outside_the_ranges_are_not_sent(void) {
  struct haptic_client *client = connected_client(NULL);
  void (*const changes[])(struct haptic_play_options *) = {
      no_name,           both,         strange_handle, no_number,  unknown_category, negative_category, huge_category,
      unknown_locality,  unknown_flag, late_start,     late_cause, set_reserved,     late_offset,       late_limit,
      late_loop,         end_of_no_loop, no_rate,      no_size,    odd_size,         short_size,        huge_size};
  CHECK(haptic_prepare(client, "tap") == 1);
  fake_drain();
  for (size_t index = 0; index < sizeof changes / sizeof *changes; index++) {
    CHECK(play_changed(client, changes[index]) == HAPTIC_ERROR_INVALID_ARGUMENT);
  }
  const int handles[] = {0, -1, 2, 64, 65, INT_MAX, INT_MIN, HAPTIC_ERROR_NO_HANDLE};
  for (size_t index = 0; index < sizeof handles / sizeof *handles; index++) {
    CHECK(haptic_play_handle(client, handles[index], 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
    CHECK(haptic_release(client, handles[index]) == HAPTIC_ERROR_INVALID_ARGUMENT);
    CHECK(haptic_renew(client, handles[index]) == HAPTIC_ERROR_INVALID_ARGUMENT);
  }
  CHECK(haptic_play(client, "tap", NAN) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(fake_drain() == 0);
  end(client);
}

static void intensities_are_clamped(void) {
  struct haptic_client *client = connected_client(NULL);
  const double values[] = {-INFINITY, -1, 0, 0.5, 1, 1.5, INFINITY};
  const uint16_t expected[] = {0, 0, 0, 32768, 65535, 65535, 65535};
  for (int index = 0; index < 7; index++) {
    uint8_t packet[4096];
    CHECK(haptic_play(client, "tap", values[index]) == HAPTIC_OK);
    CHECK(fake_receive(packet) == 144);
    CHECK((packet[20] | packet[21] << 8) == expected[index]);
  }
  end(client);
}

static void a_structure_of_a_later_version_is_accepted_if_it_uses_nothing_new(void) {
  struct haptic_client *client = connected_client(NULL);
  struct {
    struct haptic_play_options play;
    uint64_t later;
  } newer = {.play = HAPTIC_PLAY_INIT};
  newer.play.size = sizeof newer;
  newer.play.name = "tap";
  CHECK(haptic_play_with(client, &newer.play) == HAPTIC_OK);
  newer.later = 1;
  CHECK(haptic_play_with(client, &newer.play) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(fake_drain() == 1);
  end(client);
}

/// The structure of the first programs, which later headers extend. Do not ever change this copy.
struct first_play {
  size_t size;
  const char *name;
  double intensity;
  int handle;
  uint32_t playback, device;
  int category, locality;
  uint32_t flags;
  uint64_t start, cause;
  uint32_t deadline_us, reserved;
};

static void a_program_with_the_first_structure_plays(void) {
  struct haptic_client *client = connected_client(NULL);
  struct {
    struct first_play play;
    uint8_t other[64];
  } program = {.play = {.size = sizeof(struct first_play), .name = "tap", .intensity = 1, .playback = 9}};
  memset(program.other, 0xff, sizeof program.other);  // what follows belongs to the program
  const struct haptic_play_options *play = (const struct haptic_play_options *)&program;
  uint8_t packet[4096];
  CHECK(haptic_play_with(client, play) == HAPTIC_OK);
  CHECK(fake_receive(packet) == 144 && packet[8] == 9 && strcmp((char *)packet + 96, "tap") == 0);
  for (int index = 48; index < 96; index++) CHECK(packet[index] == 0);
  end(client);
}

static void a_play_has_a_position_a_loop_a_limit_and_a_rate(void) {
  struct haptic_client *client = connected_client(NULL);
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  uint8_t packet[4096];
  play.name = "tap";
  play.offset_us = 0x0102030405060708;
  play.loop_end_us = 0x1112131415161718;
  play.limit_us = 0x2122232425262728;
  play.repeats = HAPTIC_REPEAT_FOREVER;
  const float rates[] = {0, 1, 1.5F, -1, 1e-9F, 1e9F, INFINITY, -INFINITY};
  const float sent[] = {0, 1, 1.5F, 0.1F, 0.1F, 10, 10, 0.1F};
  const uint8_t expected[] = {8, 7, 6, 5, 4, 3, 2, 1, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11, 0x28, 0x27, 0x26,
                              0x25, 0x24, 0x23, 0x22, 0x21, 0xff, 0xff, 0xff, 0xff};
  for (int index = 0; index < 8; index++) {
    float rate;
    play.rate = rates[index];
    CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
    CHECK(fake_receive(packet) == 144 && memcmp(packet + 48, expected, sizeof expected) == 0);
    memcpy(&rate, packet + 76, sizeof rate);
    CHECK(rate == sent[index]);
    for (int reserved = 80; reserved < 96; reserved++) CHECK(packet[reserved] == 0);
  }
  end(client);
}

static void changes_outside_the_ranges_are_not_sent(void) {
  struct haptic_client *client = connected_client(NULL);
  const uint64_t late = UINT64_C(1) << 63;
  struct haptic_point points[501] = {{0, 0}};
  CHECK(haptic_pause(client, 0, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pause(client, 1, late) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_seek(client, 1, late, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_loop(client, 1, 1, UINT64_MAX, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_loop(client, 1, 1, late, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_loop(client, 1, 0, 1, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);  // the end of no loop
  CHECK(haptic_set_rate(client, 1, NAN, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_set_control(client, 1, 0, 1, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_set_control(client, 1, 13, 1, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_set_control(client, 1, 257, 1, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_set_control(client, 1, 1, NAN, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_modulate(client, 1, 1, points, 0, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_modulate(client, 1, 1, points, 501, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_modulate(client, 1, 1, points, SIZE_MAX, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  points[0].time_us = 1;
  CHECK(haptic_modulate(client, 1, 1, points, 2, 0) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(fake_drain() == 0);
  points[0].time_us = 0;
  CHECK(haptic_modulate(client, 1, 1, points, 500, late - 1) == HAPTIC_OK);
  CHECK(haptic_set_rate(client, 1, INFINITY, 0) == HAPTIC_OK);
  CHECK(haptic_set_rate(client, 1, -1, 0) == HAPTIC_OK);
  CHECK(fake_drain() == 3);
  end(client);
}

static void a_pattern_keeps_its_limits(void) {
  struct haptic_pattern *pattern = haptic_pattern_new();
  struct haptic_pattern_event event = HAPTIC_PATTERN_EVENT_INIT;
  static struct haptic_point points[HAPTIC_POINTS_MAX + 1];
  CHECK(haptic_pattern_add_tap(pattern, HAPTIC_PATTERN_TIME_MAX + 1, 1, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_vibration(pattern, 0, UINT32_MAX, 1, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_tap(pattern, 0, NAN, 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_tap(pattern, 0, 1, NAN) == HAPTIC_ERROR_INVALID_ARGUMENT);
  event.release = NAN;
  CHECK(haptic_pattern_add_event(pattern, &event) == HAPTIC_ERROR_INVALID_ARGUMENT);
  event = (struct haptic_pattern_event)HAPTIC_PATTERN_EVENT_INIT;
  event.type = 3;
  CHECK(haptic_pattern_add_event(pattern, &event) == HAPTIC_ERROR_INVALID_ARGUMENT);
  event.type = HAPTIC_PATTERN_EVENT_CONTINUOUS;
  event.sustained = 2;
  CHECK(haptic_pattern_add_event(pattern, &event) == HAPTIC_ERROR_INVALID_ARGUMENT);
  event.sustained = 1;
  event.size = 0;
  CHECK(haptic_pattern_add_event(pattern, &event) == HAPTIC_ERROR_INVALID_ARGUMENT);
  CHECK(haptic_pattern_add_curve(pattern, 1, 0, points, HAPTIC_POINTS_MAX + 1) == HAPTIC_ERROR_TOO_LARGE);
  CHECK(haptic_pattern_add_curve(pattern, 1, 0, points, SIZE_MAX) == HAPTIC_ERROR_TOO_LARGE);
  CHECK(haptic_pattern_add_curve(pattern, 1, 0, points, HAPTIC_POINTS_MAX) == HAPTIC_OK);
  CHECK(haptic_pattern_add_parameter(pattern, 1, 0, 1) == HAPTIC_ERROR_TOO_LARGE);
  haptic_pattern_free(pattern);
}

static void texts_exist_for_every_value(void) {
  for (int error = -12; error <= 0; error++) CHECK(strcmp(haptic_strerror(error), "unknown error") != 0);
  const int strange[] = {-13, -1000, INT_MIN};
  for (int index = 0; index < 3; index++) CHECK(strcmp(haptic_strerror(strange[index]), "unknown error") == 0);
  CHECK(strcmp(haptic_strerror(7), "success") == 0);  // a handle
  setenv("HAPTICD_SOCKET", "/none", 1);
  CHECK(strstr(haptic_strerror(HAPTIC_ERROR_NO_DAEMON), "start it with: hapticd --socket \"$HAPTICD_SOCKET\""));
  unsetenv("HAPTICD_SOCKET");
  CHECK(strstr(haptic_strerror(HAPTIC_ERROR_NO_DAEMON), "start it with: systemctl --user start hapticd.socket"));
  // The path that the program gave itself may be the cause.
  CHECK(strncmp(haptic_strerror(HAPTIC_ERROR_NO_SOCKET_PATH), "the socket's path is empty or longer than", 41) == 0);
  CHECK(strcmp(haptic_verdict_name(HAPTIC_VERDICT_NOT_PERMITTED), "notPermitted") == 0);
  CHECK(strcmp(haptic_reason_name(HAPTIC_REASON_SUSPENDED), "suspended") == 0);
  CHECK(strcmp(haptic_request_name(HAPTIC_REQUEST_STOP_EVERYTHING), "stopEverything") == 0);
  CHECK(strcmp(haptic_device_state_name(HAPTIC_DEVICE_STATE_IGNORED), "ignored") == 0);
  CHECK(strcmp(haptic_device_kind_name(HAPTIC_DEVICE_KIND_OTHER), "other") == 0);
  CHECK(strcmp(haptic_category_name(HAPTIC_CATEGORY_DEFAULT), "default") == 0);
  CHECK(strcmp(haptic_locality_name(HAPTIC_LOCALITY_HAND), "hand") == 0);
  CHECK(strcmp(haptic_control_name(HAPTIC_CONTROL_RELEASE), "release") == 0);
}

static void unknown_numbers_have_names(void) {
  CHECK(strcmp(haptic_verdict_name(31), "verdict 31") == 0 && strcmp(haptic_verdict_name(-1), "verdict -1") == 0);
  CHECK(strcmp(haptic_verdict_name(INT_MIN), "verdict -2147483648") == 0);
  CHECK(strcmp(haptic_reason_name(0), "reason 0") == 0 && strcmp(haptic_request_name(77), "request 77") == 0);
  CHECK(strcmp(haptic_category_name(8), "category 8") == 0 && strcmp(haptic_locality_name(5), "locality 5") == 0);
  CHECK(strcmp(haptic_control_name(6), "control 6") == 0);
  char line[100];
  snprintf(line, sizeof line, "%s, %s, %s, %s", haptic_verdict_name(31), haptic_reason_name(12),
           haptic_device_state_name(9), haptic_device_kind_name(10));
  CHECK(strcmp(line, "verdict 31, reason 12, state 9, kind 10") == 0);
}

static void *name_another_verdict(void *name) { return strcmp(haptic_verdict_name(32), name) != 0 ? name : NULL; }

static void each_thread_has_its_own_names(void) {
  const char *name = haptic_verdict_name(31);
  char expected[] = "verdict 31";
  pthread_t thread;
  void *other = NULL;
  CHECK(pthread_create(&thread, NULL, name_another_verdict, expected) == 0);
  CHECK(pthread_join(thread, &other) == 0 && other == expected);
  CHECK(strcmp(name, expected) == 0);
}

// --- Connecting

static void without_a_daemon_requests_fail_and_handles_are_kept(void) {
  fake_start();
  struct haptic_client *client = haptic_open_at("", fake_path);
  fake_stop();
  uint64_t start = haptic_now();
  CHECK(haptic_play(client, "tap", 1) == HAPTIC_ERROR_NO_DAEMON);
  CHECK(haptic_prepare(client, "impact.light") == 1);
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_ERROR_NO_DAEMON);
  CHECK(haptic_stop(client, 0) == HAPTIC_OK);  // nothing plays
  CHECK(haptic_dispatch(client) == HAPTIC_ERROR_NO_DAEMON);
  fake_start();
  int result = haptic_play_handle(client, 1, 1);
  // The back-off is 0.1 seconds.
  if (haptic_now() - start < 100000000) CHECK(result == HAPTIC_ERROR_NO_DAEMON && !fake_accept());
  CHECK(connects_again(client));
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_OK);
  CHECK(fake_accept());
  receive(HELLO, PROTOCOL_VERSION);
  receive(PREPARE, 1);
  receive(PLAY, 0);
  end(client);
}

static int result_with(const char *variable, const char *folder) {
  if (variable) setenv("HAPTICD_SOCKET", variable, 1);
  else unsetenv("HAPTICD_SOCKET");
  if (folder) setenv("XDG_RUNTIME_DIR", folder, 1);
  else unsetenv("XDG_RUNTIME_DIR");
  struct haptic_client *client = haptic_open("");
  int result = haptic_connect(client);
  haptic_close(client);
  return result;
}

static void stops_and_changes_do_not_connect(void) {
  const struct haptic_point point = {0, 0};
  fake_start();
  struct haptic_client *client = haptic_open_at("", fake_path);
  CHECK(haptic_stop(client, 1) == HAPTIC_OK);
  CHECK(haptic_stop_at(client, 1, haptic_now()) == HAPTIC_ERROR_DISCONNECTED);
  CHECK(haptic_pause(client, 1, 0) == HAPTIC_ERROR_DISCONNECTED);
  CHECK(haptic_modulate(client, 1, HAPTIC_CONTROL_INTENSITY, &point, 1, 0) == HAPTIC_ERROR_DISCONNECTED);
  CHECK(!fake_accept());
  // Nor after the end of a connection.
  CHECK(haptic_connect(client) == HAPTIC_OK && fake_accept() && fake_reply_hello(1));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  fake_close_peer();
  CHECK(haptic_cancel(client, 1, 0) == HAPTIC_ERROR_DISCONNECTED);
  CHECK(haptic_stop(client, 0) == HAPTIC_OK);
  CHECK(!fake_accept());
  end(client);
}

static void the_socket_is_found_by_the_environment(void) {
  char folder[] = "/tmp/libhaptic-XXXXXX", path[200], socket_path[108];
  char long_path[300];
  memset(long_path, 'a', sizeof long_path);
  long_path[0] = '/';
  long_path[sizeof long_path - 1] = 0;
  CHECK(mkdtemp(folder));
  fake_start();
  strcpy(socket_path, fake_path);
  CHECK(result_with(socket_path, NULL) == HAPTIC_OK);
  CHECK(result_with(NULL, NULL) == HAPTIC_ERROR_NO_SOCKET_PATH);
  CHECK(result_with("", "") == HAPTIC_ERROR_NO_SOCKET_PATH);
  CHECK(result_with(NULL, "relative") == HAPTIC_ERROR_NO_SOCKET_PATH);
  CHECK(result_with(NULL, "/nonexistent") == HAPTIC_ERROR_NO_SOCKET_PATH);
  CHECK(result_with(NULL, socket_path) == HAPTIC_ERROR_NO_SOCKET_PATH);
  CHECK(result_with(NULL, long_path) == HAPTIC_ERROR_NO_SOCKET_PATH);
  CHECK(result_with(long_path, NULL) == HAPTIC_ERROR_NO_SOCKET_PATH);
  if (geteuid() == 0 && chown(folder, 1, 1) == 0) {
    CHECK(result_with(NULL, folder) == HAPTIC_ERROR_NO_SOCKET_PATH);
    CHECK(chown(folder, 0, 0) == 0);
  }
  CHECK(result_with(NULL, folder) == HAPTIC_ERROR_NO_DAEMON);
  snprintf(path, sizeof path, "%s/hapticd.sock", folder);
  CHECK(symlink(socket_path, path) == 0);
  CHECK(result_with(NULL, folder) == HAPTIC_OK);
  CHECK(result_with("/nonexistent/socket", folder) == HAPTIC_ERROR_NO_DAEMON);
  unlink(path);
  CHECK(rmdir(folder) == 0);
  fake_stop();
}

static void a_restarted_daemon_gets_everything_again(void) {
  struct events events;
  struct haptic_client *client = connected_client(&events);
  struct haptic_pattern *pattern = pattern_of(2);
  CHECK(haptic_define(client, pattern, 0, 0) == 1);
  CHECK(haptic_prepare(client, "impact.light") == 2);
  wait_milliseconds(110);
  fake_drain();
  fake_close_peer();
  CHECK(haptic_play_handle(client, 2, 1) == HAPTIC_OK);
  CHECK(fake_accept());
  receive(HELLO, PROTOCOL_VERSION);
  receive(PREPARE, 2);
  receive(PLAY, 0);
  receive(DEFINE, 1);
  receive(PART, 1);
  CHECK(fake_drain() == 0);
  CHECK(fake_reply_hello(1));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.by_kind[HAPTIC_EVENT_DISCONNECTED] == 1 && events.by_kind[HAPTIC_EVENT_CONNECTED] == 2);
  haptic_pattern_free(pattern);
  end(client);
}

static void a_pattern_that_is_played_precedes_its_play(void) {
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *pattern = pattern_of(2);
  CHECK(haptic_define(client, pattern, 0, 0) == 1);
  wait_milliseconds(110);
  fake_close_peer();
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_OK);
  CHECK(fake_accept());
  receive(HELLO, PROTOCOL_VERSION);
  receive(DEFINE, 1);
  receive(PART, 1);
  receive(PLAY, 0);
  haptic_pattern_free(pattern);
  end(client);
}

static void dispatch_connects_again_and_the_descriptor_stays_the_same(void) {
  struct haptic_client *client = connected_client(NULL);
  int fd = haptic_fd(client);
  CHECK(fd >= 0 && !is_readable(fd));
  wait_milliseconds(110);
  fake_close_peer();
  CHECK(is_readable(fd));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(fake_accept());
  CHECK(!is_readable(fd));
  CHECK(fake_reply_hello(1));
  CHECK(is_readable(fd) && haptic_fd(client) == fd);
  CHECK(haptic_dispatch(client) == HAPTIC_OK && !is_readable(fd));
  end(client);
}

static void check_last_events(bool leaves_requests_unread, bool is_detected_by_play) {
  struct events events;
  uint8_t packet[40];
  struct haptic_client *client = connected_client(&events);
  int fd = haptic_fd(client);
  finished(packet, 7, HAPTIC_REASON_SHUTDOWN);
  CHECK(fake_send(packet, sizeof packet));
  if (leaves_requests_unread) CHECK(haptic_play(client, "tap", 1) == HAPTIC_OK);
  fake_close_peer();
  // A play must not call the handler.
  int before = events.count, result = is_detected_by_play ? haptic_play(client, "tap", 1) : HAPTIC_OK;
  CHECK(result == HAPTIC_ERROR_DISCONNECTED || result == HAPTIC_OK);  // OK if the back-off of 0.1 seconds is over
  CHECK(events.count == before && is_readable(fd));
  haptic_dispatch(client);
  CHECK(events.by_kind[HAPTIC_EVENT_FINISHED] == 1 && events.by_kind[HAPTIC_EVENT_DISCONNECTED] == 1);
  CHECK(events.last.kind == HAPTIC_EVENT_DISCONNECTED && events.last.error == HAPTIC_ERROR_DISCONNECTED);
  CHECK(!is_readable(fd));
  end(client);
}

static void the_last_events_of_a_connection_are_delivered(void) {
  // If the daemon has not read all requests, the kernel reports a reset before the last events.
  for (int unread = 0; unread < 2; unread++) {
    for (int by_play = 0; by_play < 2; by_play++) check_last_events(unread, by_play);
  }
}

static void a_daemon_that_receives_no_more_is_disconnected(void) {
  struct events events;
  struct haptic_client *client = connected_client(&events);
  uint8_t packet[40];
  int fd = haptic_fd(client);
  CHECK(haptic_play(client, "tap", 1) == HAPTIC_OK);
  CHECK(shutdown(fake_peer, SHUT_RD) == 0);
  CHECK(!is_readable(fd));
  finished(packet, 7, HAPTIC_REASON_SHUTDOWN);
  CHECK(fake_send(packet, sizeof packet));
  int result = haptic_play(client, "tap", 1);
  CHECK(result == HAPTIC_ERROR_DISCONNECTED || result == HAPTIC_OK);  // OK if the back-off of 0.1 seconds is over
  CHECK(is_readable(fd));
  fake_close_peer();  // with an unread request, which is an error before the last event
  haptic_dispatch(client);
  CHECK(events.by_kind[HAPTIC_EVENT_FINISHED] == 1 && events.by_kind[HAPTIC_EVENT_DISCONNECTED] == 1);
  end(client);
}

static void attempts_are_further_and_further_apart_until_one_succeeds(void) {
  struct backoff backoff = {0};
  const uint64_t expected[] = {100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000};
  uint64_t now = 1;
  for (int index = 0; index < 9; index++) {
    CHECK(backoff_allows_attempt(&backoff, now));
    backoff_begin(&backoff, now);
    now += expected[index] * MILLISECOND;
    CHECK(!backoff_allows_attempt(&backoff, now - 1));
  }
  backoff_begin(&backoff, now);
  backoff_succeed(&backoff);
  CHECK(!backoff_allows_attempt(&backoff, now + 99 * MILLISECOND));
  CHECK(backoff_allows_attempt(&backoff, now + 100 * MILLISECOND));
  backoff_give_up(&backoff, now);
  CHECK(!backoff_allows_attempt(&backoff, now + 4999 * MILLISECOND));
  CHECK(backoff_allows_attempt(&backoff, now + 5000 * MILLISECOND));
}

static void a_daemon_that_closes_each_connection_is_not_connected_for_each_play(void) {
  fake_start();
  struct haptic_client *client = haptic_open_at("", fake_path);
  int connections = 0;
  for (int count = 0; count < 1000; count++) {
    haptic_play(client, "tap", 1);
    if (fake_accept()) connections++;
    fake_close_peer();
    haptic_dispatch(client);
  }
  CHECK(connections >= 1 && connections <= 10);
  end(client);
}

static void a_newer_daemon_is_refused_by_name(void) {
  struct events events = {0};
  for (int dispatches = 0; dispatches < 2; dispatches++) {
    fake_start();
    struct haptic_client *client = haptic_open_at("", fake_path);
    haptic_set_handler(client, record, &events);
    CHECK(haptic_connect(client) == HAPTIC_OK);
    CHECK(fake_accept() && fake_reply_hello(PROTOCOL_VERSION + 1));
    // An application that only plays gets the error when the daemon closes the connection.
    if (dispatches) CHECK(haptic_dispatch(client) == HAPTIC_ERROR_NEWER_PROTOCOL);
    else fake_close_peer();
    CHECK(haptic_play(client, "tap", 1) == HAPTIC_ERROR_NEWER_PROTOCOL);
    CHECK(!fake_accept());
    CHECK(haptic_dispatch(client) == HAPTIC_ERROR_NEWER_PROTOCOL);
    CHECK(events.last.kind == HAPTIC_EVENT_DISCONNECTED && events.last.error == HAPTIC_ERROR_NEWER_PROTOCOL);
    end(client);
  }
  CHECK(events.by_kind[HAPTIC_EVENT_CONNECTED] == 0 && events.by_kind[HAPTIC_EVENT_DISCONNECTED] == 2);
}

static void a_missing_descriptor_is_an_error(void) {
  struct rlimit limit;
  fake_start();
  struct haptic_client *client = haptic_open_at("", fake_path);
  CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, limit.rlim_max}) == 0);
  CHECK(haptic_connect(client) == HAPTIC_ERROR_SYSTEM && errno == EMFILE);
  CHECK(haptic_fd(client) == HAPTIC_ERROR_SYSTEM && errno == EMFILE);
  CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(connects_again(client));
  end(client);
}

// --- A daemon that does not read

static void a_full_socket_makes_requests_fail_at_once(void) {
  struct haptic_client *client = connected_client(NULL);
  fill(client);
  CHECK(haptic_stop(client, 1) == HAPTIC_ERROR_BUSY);
  CHECK(haptic_pause(client, 1, 0) == HAPTIC_ERROR_BUSY);
  CHECK(haptic_prepare(client, "impact.light") == 1);
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_ERROR_BUSY);
  CHECK(haptic_release(client, 1) == HAPTIC_OK);
  CHECK(fake_drain() > 10);
  CHECK(haptic_stop(client, 1) == HAPTIC_OK);
  receive(STOP, 1);
  end(client);
}

static void the_rest_of_a_pattern_is_sent_when_there_is_room(void) {
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *pattern = pattern_of(HAPTIC_EVENTS_MAX);
  uint8_t packet[4096];
  int parts = 0, rounds = 0, fd = haptic_fd(client);
  CHECK(haptic_define(client, pattern, 0, 0) == 1);
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_ERROR_BUSY);
  CHECK(!is_readable(fd));
  while (parts < 81 && rounds++ < 1000) {
    while (fake_receive(packet) > 0) parts += packet[0] == PART;
    if (parts < 81) CHECK(is_readable(fd));
    haptic_dispatch(client);
  }
  CHECK(parts == 81 && rounds > 1);
  CHECK(!is_readable(fd));
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_OK);
  receive(PLAY, 0);
  haptic_pattern_free(pattern);
  end(client);
}

static void a_client_that_is_never_read_costs_nothing(void) {
  fake_start();
  struct haptic_client *client = haptic_open_at("", fake_path);
  fill(client);  // not even accepted
  int descriptors = descriptor_count();
  for (int count = 0; count < 10000; count++) CHECK(haptic_play(client, "tap", 1) == HAPTIC_ERROR_BUSY);
  CHECK(descriptor_count() == descriptors);
  end(client);
}

// --- A hostile daemon

/// Sends a packet and checks that the client closes the connection because of it.
static void check_malformed(const void *packet, size_t size) {
  struct events events;
  struct haptic_client *client = connected_client(&events);
  CHECK(fake_send(packet, size));
  CHECK(haptic_dispatch(client) == HAPTIC_ERROR_MALFORMED_PACKET);
  CHECK(events.last.kind == HAPTIC_EVENT_DISCONNECTED && events.last.error == HAPTIC_ERROR_MALFORMED_PACKET);
  CHECK(recv(fake_peer, &events, 1, MSG_DONTWAIT) == 0);
  // The daemon is not compatible; an attempt for each play would be useless.
  CHECK(haptic_play(client, "tap", 1) == HAPTIC_ERROR_MALFORMED_PACKET);
  CHECK(!fake_accept());
  end(client);
}

static void malformed_packets_end_the_connection(void) {
  static uint8_t huge[100000] = {2, 0x40};
  const uint8_t second_hello[80] = {1, 0x80, 0, 0, 1, 0, 0, 0, 1};
  const uint8_t request[8] = {7};
  check_malformed("x", 1);
  check_malformed(huge, 7);
  check_malformed(huge, 9);
  check_malformed(huge, DAEMON_PACKET_SIZE_MAX + 1);
  check_malformed(huge, sizeof huge);
  check_malformed(second_hello, sizeof second_hello);
  check_malformed(request, sizeof request);
}

static void a_reply_before_that_to_hello_is_malformed(void) {
  fake_start();
  const uint8_t verdict[56] = {0, 0x80, 0, 0, 1};
  struct haptic_client *client = haptic_open_at("", fake_path);
  CHECK(haptic_connect(client) == HAPTIC_OK && fake_accept());
  CHECK(fake_send(verdict, sizeof verdict));
  CHECK(haptic_dispatch(client) == HAPTIC_ERROR_MALFORMED_PACKET);
  end(client);
}

static void unknown_events_and_foreign_serials_are_ignored(void) {
  struct events events;
  struct haptic_client *client = connected_client(&events);
  uint8_t unknown[DAEMON_PACKET_SIZE_MAX] = {0xff, 0x7f}, verdict[56] = {0, 0x80, 0, 0, 0xff, 0xff, 0xff, 0xff};
  int before = events.count;
  CHECK(fake_send(unknown, sizeof unknown) && fake_send(unknown, 8) && fake_send(verdict, sizeof verdict));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.count == before);
  end(client);
}

static void random_packets_do_no_harm(void) {
  uint32_t state = 1;
  struct events events;
  struct haptic_client *client = connected_client(&events);
  haptic_request_verdicts(client, 1);
  struct haptic_pattern *pattern = pattern_of(300);
  for (int count = 0; count < 20000; count++) {
    uint8_t packet[128] = {0};
    for (size_t index = 0; index < sizeof packet; index++) {
      state = state * 1664525 + 1013904223;
      packet[index] = state >> 30 == 0 ? (uint8_t)(state >> 16) : 0;
    }
    packet[1] = state >> 24 & 1 ? 0x40 : 0x80;
    packet[0] &= 3;
    const size_t sizes[] = {8, 40, 56, 64, state >> 8 & 127};
    // A serial of a definition, for a handle that may be in use.
    if (state >> 23 & 1) packet[6] = state >> 20 & 7, packet[7] = 10 + (state >> 19 & 1);
    if (fake_peer < 0 || !fake_send(packet, sizes[state >> 16 & 3])) {
      haptic_close(client);
      fake_stop();
      client = connected_client(&events);
      haptic_request_verdicts(client, 1);
    }
    if (count % 5 == 0) haptic_release(client, 1 + count % 7);
    if (count % 3 == 0) haptic_define(client, pattern, 0, 0);
    haptic_play(client, "tap", 1);
    haptic_dispatch(client);
    fake_drain();
  }
  CHECK(events.count > 0);
  haptic_pattern_free(pattern);
  end(client);
}

static void a_flood_of_events_does_not_occupy_one_call(void) {
  struct events events;
  struct haptic_client *client = connected_client(&events);
  uint8_t packet[40];
  int sent = 0, size = 1 << 22;
  finished(packet, 1, HAPTIC_REASON_ENDED);
  setsockopt(fake_peer, SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof size);
  while (fake_send(packet, sizeof packet)) sent++;
  haptic_dispatch(client);
  CHECK(events.by_kind[HAPTIC_EVENT_FINISHED] == (sent < 256 ? sent : 256));
  for (int count = 0; count < 100; count++) haptic_dispatch(client);
  CHECK(events.by_kind[HAPTIC_EVENT_FINISHED] == sent);
  end(client);
}

// --- Events

static void verdicts_name_their_request(void) {
  struct events events;
  uint8_t packet[4096];
  struct haptic_client *client = connected_client(&events);
  CHECK(haptic_request_verdicts(client, 1) == HAPTIC_OK);
  CHECK(haptic_prepare(client, "impact.light") == 1);
  fake_receive(packet);
  reply(packet, HAPTIC_VERDICT_NO_ACTUATOR);
  haptic_dispatch(client);
  CHECK(events.last.kind == HAPTIC_EVENT_VERDICT && events.last.verdict == HAPTIC_VERDICT_NO_ACTUATOR);
  CHECK(events.last.request == HAPTIC_REQUEST_PREPARE && events.last.handle == 1);
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_OK);
  fake_receive(packet);
  uint8_t verdict[56] = {0, 0x80};
  for (int index = 24; index < 56; index++) verdict[index] = (uint8_t)index;
  memcpy(verdict + 4, packet + 4, 4);
  verdict[12] = 3;
  verdict[16] = 9;
  CHECK(fake_send(verdict, sizeof verdict));
  haptic_dispatch(client);
  CHECK(events.last.request == HAPTIC_REQUEST_PLAY && events.last.handle == 1);
  CHECK(events.last.verdict == HAPTIC_VERDICT_PLAYED);
  CHECK(events.last.device == 3 && events.last.playback == 9 && events.last.count == 0x1f1e1d1c1b1a1918);
  CHECK(events.last.received == 0x2726252423222120 && events.last.admitted == 0x2f2e2d2c2b2a2928);
  CHECK(events.last.written == 0x3736353433323130);
  CHECK(haptic_request_verdicts(client, 0) == HAPTIC_OK);
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_OK);
  fake_receive(packet);
  CHECK(memcmp(packet + 4, "\0\0\0\0", 4) == 0);
  end(client);
}

static void a_definition_has_one_verdict(void) {
  struct events events;
  uint8_t define[4096], part[4096];
  struct haptic_client *client = connected_client(&events);
  struct haptic_pattern *pattern = pattern_of(2), *empty = haptic_pattern_new();
  haptic_request_verdicts(client, 1);
  for (int refused = 0; refused < 2; refused++) {
    events.count = 0;
    CHECK(haptic_define(client, pattern, 0, 0) == 1);
    CHECK(fake_receive(define) == 40 && fake_receive(part) == 56);
    reply(define, refused ? HAPTIC_VERDICT_LIMIT : HAPTIC_VERDICT_DONE);
    reply(part, refused ? HAPTIC_VERDICT_UNKNOWN_HANDLE : HAPTIC_VERDICT_DONE);
    haptic_dispatch(client);
    CHECK(events.count == 1 && events.last.request == HAPTIC_REQUEST_DEFINE && events.last.handle == 1);
    CHECK(events.last.verdict == (refused ? HAPTIC_VERDICT_LIMIT : HAPTIC_VERDICT_DONE));
    haptic_release(client, 1);
    fake_drain();
  }
  events.count = 0;
  CHECK(haptic_define(client, empty, 0, 0) == 1);
  CHECK(fake_receive(define) == 40);
  reply(define, HAPTIC_VERDICT_DONE);
  haptic_dispatch(client);
  CHECK(events.count == 1 && events.last.request == HAPTIC_REQUEST_DEFINE);
  CHECK(events.last.verdict == HAPTIC_VERDICT_DONE);
  haptic_pattern_free(pattern);
  haptic_pattern_free(empty);
  end(client);
}

static void a_refused_definition_is_not_sent_further(void) {
  uint8_t define[4096];
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *pattern = pattern_of(HAPTIC_EVENTS_MAX);
  haptic_request_verdicts(client, 1);
  CHECK(haptic_define(client, pattern, 0, 0) == 1);
  CHECK(fake_receive(define) == 40);
  reply(define, HAPTIC_VERDICT_LIMIT);
  haptic_dispatch(client);
  CHECK(fake_drain() < 81);
  haptic_dispatch(client);
  CHECK(fake_drain() == 0);
  haptic_pattern_free(pattern);
  end(client);
}

static void a_late_refusal_does_not_concern_the_next_pattern_of_the_handle(void) {
  uint8_t define[4096], packet[4096];
  int parts = 0;
  struct haptic_client *client = connected_client(NULL);
  struct haptic_pattern *small = pattern_of(2), *large = pattern_of(HAPTIC_EVENTS_MAX);
  haptic_request_verdicts(client, 1);
  CHECK(haptic_define(client, small, 0, 0) == 1);
  CHECK(fake_receive(define) == 40);
  fake_drain();
  haptic_release(client, 1);
  CHECK(haptic_define(client, large, 0, 0) == 1);
  reply(define, HAPTIC_VERDICT_LIMIT);
  for (int round = 0; round < 1000 && parts < 81; round++) {
    haptic_dispatch(client);
    while (fake_receive(packet) > 0) parts += packet[0] == PART;
  }
  CHECK(parts == 81);
  haptic_pattern_free(small);
  haptic_pattern_free(large);
  end(client);
}

static void after_a_change_of_the_devices_handles_are_prepared_again(void) {
  struct events events;
  struct haptic_client *client = connected_client(&events);
  haptic_prepare(client, "impact.light");
  fake_drain();
  CHECK(fake_send(reset, sizeof reset));
  haptic_dispatch(client);
  receive(PREPARE, 1);
  CHECK(events.last.kind == HAPTIC_EVENT_RESET);
  CHECK(haptic_renew(client, 1) == HAPTIC_OK);
  receive(PREPARE, 1);
  CHECK(haptic_release(client, 1) == HAPTIC_OK);
  receive(RELEASE, 1);
  CHECK(fake_send(reset, sizeof reset));
  haptic_dispatch(client);
  CHECK(fake_drain() == 0);
  end(client);
}

static void close_in_handler(struct haptic_client *client, const struct haptic_event *event, void *context) {
  (void)event;
  ++*(int *)context;
  haptic_close(client);
  CHECK(haptic_play(client, "tap", 1) == HAPTIC_ERROR_INVALID_ARGUMENT);
  haptic_close(client);
}

/// Writes a list with one device whose texts fill their fields.
static size_t device_list(uint8_t packet[static 272], const uint8_t *serial) {
  memset(packet, 0, 272);
  packet[0] = 7;
  packet[1] = 0x80;
  memcpy(packet + 4, serial, 4);
  packet[8] = 1;
  packet[13] = 1;  // records of 256 bytes
  uint8_t *record = packet + 16;
  record[0] = 3;
  record[4] = HAPTIC_DEVICE_STATE_READY;
  record[5] = 1;
  record[7] = HAPTIC_DEVICE_KIND_GAMEPAD;
  record[40] = 2;
  record[72] = 1;
  memset(record + 80, 'n', 64);
  memset(record + 144, 'p', 48);
  memset(record + 192, 'r', 64);
  return 272;
}

static void devices_are_listed(void) {
  struct events events;
  uint8_t request[4096], packet[272];
  struct haptic_client *client = connected_client(&events);
  CHECK(haptic_request_devices(client) == HAPTIC_OK);
  CHECK(fake_receive(request) == 8 && request[0] == 7);
  CHECK(fake_send(packet, device_list(packet, request + 4)));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.last.kind == HAPTIC_EVENT_DEVICES && events.devices == 1);
  CHECK(events.device_states[0] == HAPTIC_DEVICE_STATE_READY);
  char expected[300], name[65] = {0}, node[49] = {0}, reason[65] = {0};
  memset(name, 'n', 64);
  memset(node, 'p', 48);
  memset(reason, 'r', 64);
  snprintf(expected, sizeof expected, "3 2 2 1 1 '%s' '%s' '%s'", name, node, reason);
  CHECK(strncmp(events.device_texts[0], expected, sizeof events.device_texts[0] - 1) == 0);
  // An empty list is a reply as well.
  CHECK(haptic_request_devices(client) == HAPTIC_OK);
  CHECK(fake_receive(request) == 8);
  device_list(packet, request + 4);
  packet[8] = 0;
  CHECK(fake_send(packet, 16));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.by_kind[HAPTIC_EVENT_DEVICES] == 2 && events.devices == 0);
  end(client);
}

static void a_list_of_devices_that_was_not_requested_is_ignored(void) {
  struct events events;
  uint8_t packet[272];
  struct haptic_client *client = connected_client(&events);
  CHECK(fake_send(packet, device_list(packet, (const uint8_t[]){1, 0, 0, HAPTIC_REQUEST_PLAY})));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(events.by_kind[HAPTIC_EVENT_DEVICES] == 0);
  packet[16 + 80] = 0xff;  // a name that is not UTF-8
  CHECK(fake_send(packet, sizeof packet));
  CHECK(haptic_dispatch(client) == HAPTIC_ERROR_MALFORMED_PACKET);
  end(client);
}

static void the_handler_may_close_the_client(void) {
  int descriptors = descriptor_count();
  for (int ends = 0; ends < 2; ends++) {
    int calls = 0;
    struct haptic_client *client = connected_client(NULL);
    haptic_set_handler(client, close_in_handler, &calls);
    CHECK(fake_send(reset, sizeof reset) && fake_send(reset, sizeof reset));
    if (ends) {
      fake_close_peer();
      haptic_play(client, "tap", 1);
    }
    CHECK(haptic_dispatch(client) == HAPTIC_OK);
    CHECK(calls == 1);
    fake_stop();
  }
  CHECK(descriptor_count() == descriptors);
}

static void use_in_handler(struct haptic_client *client, const struct haptic_event *event, void *context) {
  int handle;
  (void)event;
  ++*(int *)context;
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK((handle = haptic_prepare(client, "tap")) > 0);
  CHECK(haptic_play_handle(client, handle, 1) == HAPTIC_OK);
  CHECK(haptic_release(client, handle) == HAPTIC_OK);
}

static void the_handler_may_use_the_client(void) {
  int calls = 0;
  struct haptic_client *client = connected_client(NULL);
  haptic_set_handler(client, use_in_handler, &calls);
  CHECK(fake_send(reset, sizeof reset) && fake_send(reset, sizeof reset));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  CHECK(calls == 2);
  CHECK(fake_drain() == 6);
  end(client);
}

// --- Processes

static void a_child_cannot_use_the_client_and_does_not_disturb_it(void) {
  struct haptic_client *client = connected_client(NULL);
  int fd = haptic_fd(client), status;
  CHECK(haptic_prepare(client, "tap") == 1);
  fake_drain();
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    failures = 0;
    CHECK(haptic_play(client, "tap", 1) == HAPTIC_ERROR_FORKED);
    CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_ERROR_FORKED);
    CHECK(haptic_stop(client, 0) == HAPTIC_ERROR_FORKED);
    CHECK(haptic_dispatch(client) == HAPTIC_ERROR_FORKED);
    CHECK(haptic_fd(client) == HAPTIC_ERROR_FORKED);
    haptic_close(client);
    struct haptic_client *own = haptic_open_at("", fake_path);
    CHECK(haptic_connect(own) == HAPTIC_OK);
    haptic_close(own);
    fflush(stdout);
    _exit(failures);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(haptic_play_handle(client, 1, 1) == HAPTIC_OK);
  receive(PLAY, 0);
  CHECK(fake_send(reset, sizeof reset));
  CHECK(is_readable(fd));
  CHECK(haptic_dispatch(client) == HAPTIC_OK);
  receive(PREPARE, 1);
  end(client);
}

static void a_child_that_keeps_the_socket_does_not_keep_the_connection(void) {
  struct haptic_client *client = connected_client(NULL);
  int fd = haptic_fd(client), pipes[2];
  CHECK(pipe(pipes) == 0);
  fflush(stdout);
  pid_t child = _Fork();
  if (child == 0) {
    close(pipes[1]);
    _exit(read(pipes[0], &fd, 1) == 0 ? 0 : 1);
  }
  close(pipes[0]);
  wait_milliseconds(110);
  shutdown(fake_peer, SHUT_RDWR);  // the child has the descriptors of the fake daemon, too
  haptic_dispatch(client);
  // The ended socket, which the child still has, must not keep the descriptor readable.
  CHECK(fake_accept() && !is_readable(fd));
  haptic_close(client);
  fake_drain();
  uint8_t byte;
  CHECK(recv(fake_peer, &byte, 1, MSG_DONTWAIT) == 0);
  close(pipes[1]);
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  fake_stop();
}

static void closing_ends_the_connection_although_a_child_has_the_socket(void) {
  struct haptic_client *client = connected_client(NULL);
  int pipes[2], status;
  uint8_t byte;
  CHECK(pipe(pipes) == 0);
  fflush(stdout);
  pid_t child = _Fork();
  if (child == 0) {
    close(pipes[1]);
    _exit(read(pipes[0], &byte, 1) == 0 ? 0 : 1);
  }
  close(pipes[0]);
  haptic_close(client);
  CHECK(recv(fake_peer, &byte, 1, MSG_DONTWAIT) == 0);
  close(pipes[1]);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  fake_stop();
}

static void the_connection_of_a_killed_process_ends_although_it_has_a_child(void) {
  int pipes[2], status;
  CHECK(pipe(pipes) == 0);
  fake_start();
  fflush(stdout);
  pid_t parent = fork();
  if (parent == 0) {
    // Closed clients at both ends of the list of clients, and one in the middle.
    struct haptic_client *others[] = {haptic_open(""), haptic_open(""), haptic_open("")};
    struct haptic_client *client = haptic_open_at("", fake_path);
    haptic_close(others[1]);
    if (haptic_connect(client) != HAPTIC_OK) _exit(1);
    haptic_close(others[0]);
    fake_stop();
    pid_t child = fork();
    if (child == 0) {
      close(pipes[1]);
      uint8_t byte;
      _exit(read(pipes[0], &byte, 1) == 0 ? 0 : 1);
    }
    kill(getpid(), SIGKILL);
  }
  close(pipes[0]);
  CHECK(waitpid(parent, &status, 0) == parent && WIFSIGNALED(status));
  CHECK(fake_accept());
  fake_drain();
  // The child may only now begin to run, and to close its socket.
  struct pollfd entry = {.fd = fake_peer, .events = POLLIN};
  uint8_t byte;
  CHECK(poll(&entry, 1, 60000) == 1);
  CHECK(recv(fake_peer, &byte, 1, MSG_DONTWAIT) == 0);
  close(pipes[1]);
  fake_stop();
}

// --- Resources

static void plays_allocate_nothing(void) {
  struct haptic_client *client = connected_client(NULL);
  int handle = haptic_prepare(client, "tap");
  long before = allocations;
  for (int count = 0; count < 100; count++) {
    CHECK(haptic_play_handle(client, handle, 1) == HAPTIC_OK);
    CHECK(haptic_play(client, "tap", 1) == HAPTIC_OK);
    CHECK(haptic_set_control(client, 1, HAPTIC_CONTROL_INTENSITY, 0.5F, 0) == HAPTIC_OK);
    CHECK(haptic_stop(client, 1) == HAPTIC_OK);
    fake_drain();
  }
  CHECK(allocations == before);
  end(client);
}

static void each_failed_allocation_is_an_error(void) {
  int descriptors = descriptor_count();
  for (int until = 0; until < 12; until++) {
    struct haptic_client *client = NULL;
    fake_start();
    allocations_until_failure = until;
    client = haptic_open_at("", fake_path);
    struct haptic_pattern *pattern = haptic_pattern_new();
    if (pattern) {
      const struct haptic_point point = {0, 1};
      int result = haptic_pattern_add_tap(pattern, 0, 1, 1);
      CHECK(result == HAPTIC_OK || result == HAPTIC_ERROR_OUT_OF_MEMORY);
      result = haptic_pattern_add_curve(pattern, HAPTIC_CONTROL_INTENSITY, 0, &point, 1);
      CHECK(result == HAPTIC_OK || result == HAPTIC_ERROR_OUT_OF_MEMORY);
      result = haptic_pattern_add_parameter(pattern, HAPTIC_CONTROL_INTENSITY, 0, 1);
      CHECK(result == HAPTIC_OK || result == HAPTIC_ERROR_OUT_OF_MEMORY);
      result = haptic_define(client, pattern, 0, 0);
      CHECK(result == (client ? 1 : HAPTIC_ERROR_INVALID_ARGUMENT) || result == HAPTIC_ERROR_OUT_OF_MEMORY);
    }
    int result = haptic_prepare(client, "tap");
    CHECK(result > 0 || result == HAPTIC_ERROR_OUT_OF_MEMORY || (!client && result == HAPTIC_ERROR_INVALID_ARGUMENT));
    allocations_until_failure = -1;
    haptic_pattern_free(pattern);
    end(client);
  }
  CHECK(descriptor_count() == descriptors);
}

static void clients_leave_no_descriptor(void) {
  int descriptors = descriptor_count();
  for (int count = 0; count < 1000; count++) {
    struct haptic_client *client = connected_client(NULL);
    CHECK(haptic_fd(client) >= 0);
    end(client);
  }
  CHECK(descriptor_count() == descriptors);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      TEST(functions_refuse_null),
      TEST(names_that_the_daemon_would_refuse_are_not_sent),
      TEST(plays_outside_the_ranges_are_not_sent),
      TEST(intensities_are_clamped),
      TEST(a_structure_of_a_later_version_is_accepted_if_it_uses_nothing_new),
      TEST(a_program_with_the_first_structure_plays),
      TEST(a_play_has_a_position_a_loop_a_limit_and_a_rate),
      TEST(changes_outside_the_ranges_are_not_sent),
      TEST(a_pattern_keeps_its_limits),
      TEST(texts_exist_for_every_value),
      TEST(unknown_numbers_have_names),
      TEST(each_thread_has_its_own_names),
      TEST(without_a_daemon_requests_fail_and_handles_are_kept),
      TEST(stops_and_changes_do_not_connect),
      TEST(the_socket_is_found_by_the_environment),
      TEST(a_restarted_daemon_gets_everything_again),
      TEST(a_pattern_that_is_played_precedes_its_play),
      TEST(dispatch_connects_again_and_the_descriptor_stays_the_same),
      TEST(the_last_events_of_a_connection_are_delivered),
      TEST(a_daemon_that_receives_no_more_is_disconnected),
      TEST(attempts_are_further_and_further_apart_until_one_succeeds),
      TEST(a_daemon_that_closes_each_connection_is_not_connected_for_each_play),
      TEST(a_newer_daemon_is_refused_by_name),
      TEST(a_missing_descriptor_is_an_error),
      TEST(a_full_socket_makes_requests_fail_at_once),
      TEST(the_rest_of_a_pattern_is_sent_when_there_is_room),
      TEST(a_client_that_is_never_read_costs_nothing),
      TEST(malformed_packets_end_the_connection),
      TEST(a_reply_before_that_to_hello_is_malformed),
      TEST(unknown_events_and_foreign_serials_are_ignored),
      TEST(random_packets_do_no_harm),
      TEST(a_flood_of_events_does_not_occupy_one_call),
      TEST(verdicts_name_their_request),
      TEST(a_definition_has_one_verdict),
      TEST(a_refused_definition_is_not_sent_further),
      TEST(a_late_refusal_does_not_concern_the_next_pattern_of_the_handle),
      TEST(after_a_change_of_the_devices_handles_are_prepared_again),
      TEST(devices_are_listed),
      TEST(a_list_of_devices_that_was_not_requested_is_ignored),
      TEST(the_handler_may_close_the_client),
      TEST(the_handler_may_use_the_client),
      TEST(a_child_cannot_use_the_client_and_does_not_disturb_it),
      TEST(a_child_that_keeps_the_socket_does_not_keep_the_connection),
      TEST(closing_ends_the_connection_although_a_child_has_the_socket),
      TEST(the_connection_of_a_killed_process_ends_although_it_has_a_child),
      TEST(plays_allocate_nothing),
      TEST(each_failed_allocation_is_an_error),
      TEST(clients_leave_no_descriptor),
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
