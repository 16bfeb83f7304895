// The library with the real daemon and a simulated motor. usage: daemon-test [FILTER], with the daemon's path in
// HAPTICD.
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "haptic.h"

static char path[108], log_path[128];
static pid_t daemon_process;

static void start_daemon(void) {
  fflush(stdout);
  daemon_process = fork();
  if (daemon_process != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with a test that crashes
  if (!freopen(log_path, "a", stderr)) _exit(127);
  execl(getenv("HAPTICD"), "hapticd", "--socket", path, "--simulate", "erm", "--no-devices", (char *)NULL);
  perror("HAPTICD");
  _exit(127);
}

static void end_daemon(int signal) {
  kill(daemon_process, SIGCONT);
  kill(daemon_process, signal);
  CHECK(waitpid(daemon_process, NULL, 0) == daemon_process);
}

enum { KEPT = 4096 };

struct seen {
  int count;
  struct haptic_event events[KEPT];
};

static struct seen seen;

static void record(struct haptic_client *client, const struct haptic_event *event, void *context) {
  (void)client;
  (void)context;
  if (seen.count < KEPT) seen.events[seen.count++] = *event;
}

static const struct haptic_event *find(int kind, int request, uint32_t number) {
  for (int index = 0; index < seen.count; index++) {
    const struct haptic_event *event = &seen.events[index];
    bool is_meant = number == 0 || event->playback == number || event->handle == (int)number;
    if (event->kind == kind && event->request == request && is_meant) return event;
  }
  return NULL;
}

/// Waits for an event. `number` is a playback or a handle; 0 for any.
static const struct haptic_event *wait_for(struct haptic_client *client, int kind, int request, uint32_t number) {
  for (uint64_t end = haptic_now() + UINT64_C(1000000000) * WAIT_SECONDS; haptic_now() < end;) {
    const struct haptic_event *event = find(kind, request, number);
    if (event) return event;
    poll(&(struct pollfd){.fd = haptic_fd(client), .events = POLLIN}, 1, 100);
    haptic_dispatch(client);
  }
  printf("no event %d of request %d, number %u\n", kind, request, number);
  static const struct haptic_event none;
  return &none;
}

static int verdict(struct haptic_client *client, int request, uint32_t number) {
  int result = wait_for(client, HAPTIC_EVENT_VERDICT, request, number)->verdict;
  seen.count = 0;
  return result;
}

/// A client that is connected to a new daemon and requests verdicts.
static struct haptic_client *connected_client(void) {
  start_daemon();
  seen.count = 0;
  struct haptic_client *client = haptic_open_at("org.example.Game", path);
  haptic_set_handler(client, record, NULL);
  haptic_request_verdicts(client, 1);
  wait_for(client, HAPTIC_EVENT_CONNECTED, 0, 0);
  return client;
}

static void end(struct haptic_client *client) {
  haptic_close(client);
  end_daemon(SIGTERM);
}

/// Plays a name or a handle under a number, with a deadline that a busy machine keeps.
static int send_play(struct haptic_client *client, const char *name, int handle, uint32_t playback) {
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.name = name;
  play.handle = handle;
  play.playback = playback;
  play.deadline_us = 60000000;
  return haptic_play_with(client, &play);
}

static void play(struct haptic_client *client, int handle, uint32_t playback) {
  CHECK(send_play(client, NULL, handle, playback) == HAPTIC_OK);
}

static int define_vibration(struct haptic_client *client, uint32_t duration_us) {
  struct haptic_pattern *pattern = haptic_pattern_new();
  CHECK(haptic_pattern_add_vibration(pattern, 0, duration_us, 1, 0.5) == HAPTIC_OK);
  int handle = haptic_define(client, pattern, HAPTIC_CATEGORY_MEDIA, 0);
  CHECK(handle > 0);
  haptic_pattern_free(pattern);
  CHECK(verdict(client, HAPTIC_REQUEST_DEFINE, (uint32_t)handle) == HAPTIC_VERDICT_DONE);
  return handle;
}

static void a_feedback_is_played_by_name(void) {
  struct haptic_client *client = connected_client();
  CHECK(send_play(client, "impact.medium", 0, 0) == HAPTIC_OK);
  const struct haptic_event *event = wait_for(client, HAPTIC_EVENT_VERDICT, HAPTIC_REQUEST_PLAY, 0);
  CHECK(event->verdict == HAPTIC_VERDICT_PLAYED && event->device == 1);
  CHECK(event->received > 0 && event->admitted >= event->received && event->written >= event->admitted);
  seen.count = 0;
  CHECK(haptic_play(client, "no.such.thing", 1) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, 0) == HAPTIC_VERDICT_UNKNOWN_FEEDBACK);
  CHECK(haptic_prepare(client, "no.such.thing") == 1);
  CHECK(verdict(client, HAPTIC_REQUEST_PREPARE, 1) == HAPTIC_VERDICT_UNKNOWN_FEEDBACK);
  end(client);
}

static void a_prepared_feedback_is_played_and_ends(void) {
  struct haptic_client *client = connected_client();
  int handle = haptic_prepare(client, "success");
  const struct haptic_event *event = wait_for(client, HAPTIC_EVENT_VERDICT, HAPTIC_REQUEST_PREPARE, 1);
  CHECK(event->verdict == HAPTIC_VERDICT_DONE && event->count > 0);
  play(client, handle, 7);
  event = wait_for(client, HAPTIC_EVENT_FINISHED, 0, 7);
  CHECK(event->reason == HAPTIC_REASON_ENDED && event->ended > event->written && event->written > 0);
  seen.count = 0;
  CHECK(haptic_release(client, handle) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_RELEASE, (uint32_t)handle) == HAPTIC_VERDICT_DONE);
  end(client);
}

/// The time from the request for a playback to its end, in milliseconds. A busy machine writes to the motor later than it
/// begins to play, so that the time from there can be shorter than the playback.
static int lasted(struct haptic_client *client, uint32_t playback) {
  const struct haptic_event *end = wait_for(client, HAPTIC_EVENT_FINISHED, 0, playback);
  CHECK(end->reason == HAPTIC_REASON_ENDED && end->written > 0);
  uint64_t begin = wait_for(client, HAPTIC_EVENT_VERDICT, HAPTIC_REQUEST_PLAY, playback)->received;
  CHECK(begin > 0 && begin <= end->written);
  return (int)((end->ended - begin) / 1000000);
}

static void a_defined_pattern_lasts_as_long_as_its_events(void) {
  struct haptic_client *client = connected_client();
  play(client, define_vibration(client, 300000), 1);
  CHECK(lasted(client, 1) >= 290);
  end(client);
}

static void the_largest_pattern_is_accepted(void) {
  struct haptic_client *client = connected_client();
  struct haptic_pattern *pattern = haptic_pattern_new();
  for (uint32_t index = 0; index < HAPTIC_EVENTS_MAX; index++) {
    CHECK(haptic_pattern_add_vibration(pattern, index * 20000, 15000, index % 2, 0.5) == HAPTIC_OK);
  }
  for (uint32_t index = 0; index < HAPTIC_POINTS_MAX / 2; index++) {
    const struct haptic_point points[] = {{index * 10, 1}};
    CHECK(haptic_pattern_add_parameter(pattern, HAPTIC_CONTROL_SHARPNESS, index * 10000, -1) == HAPTIC_OK);
    CHECK(haptic_pattern_add_curve(pattern, HAPTIC_CONTROL_INTENSITY, index * 10000, points, 1) == HAPTIC_OK);
  }
  int handle = haptic_define(client, pattern, HAPTIC_CATEGORY_MEDIA, 0);
  CHECK(verdict(client, HAPTIC_REQUEST_DEFINE, (uint32_t)handle) == HAPTIC_VERDICT_DONE);
  play(client, handle, 1);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, 1) == HAPTIC_VERDICT_PLAYED);
  // Two of them exceed the memory of one client.
  handle = haptic_define(client, pattern, HAPTIC_CATEGORY_MEDIA, 0);
  CHECK(verdict(client, HAPTIC_REQUEST_DEFINE, (uint32_t)handle) == HAPTIC_VERDICT_LIMIT);
  haptic_pattern_free(pattern);
  end(client);
}

/// Checks that an action was sent and changes the playback 5.
static void check_changes(struct haptic_client *client, int result) {
  CHECK(result == HAPTIC_OK);
  const struct haptic_event *event = wait_for(client, HAPTIC_EVENT_VERDICT, HAPTIC_REQUEST_TRANSPORT, 5);
  CHECK(event->verdict == HAPTIC_VERDICT_DONE && event->count == 1);
  seen.count = 0;
}

static void a_playback_is_controlled(void) {
  struct haptic_client *client = connected_client();
  const struct haptic_point fade[] = {{0, 1}, {100000, 0.2F}};
  play(client, define_vibration(client, 60000000), 5);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, 5) == HAPTIC_VERDICT_PLAYED);
  check_changes(client, haptic_pause(client, 5, 0));
  check_changes(client, haptic_resume(client, 5, haptic_now()));
  check_changes(client, haptic_seek(client, 5, 1000000, 0));
  check_changes(client, haptic_loop(client, 5, HAPTIC_REPEAT_FOREVER, 2000000, 0));
  check_changes(client, haptic_loop(client, 5, 0, 0, 0));
  check_changes(client, haptic_set_rate(client, 5, 2, 0));
  check_changes(client, haptic_mute(client, 5, 1, 0));
  check_changes(client, haptic_mute(client, 5, 0, haptic_now() + 1000000));
  CHECK(haptic_set_control(client, 5, HAPTIC_CONTROL_INTENSITY, 0.5F, 0) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_MODULATE, 5) == HAPTIC_VERDICT_DONE);
  CHECK(haptic_modulate(client, 5, HAPTIC_CONTROL_SHARPNESS, fade, 2, 0) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_MODULATE, 5) == HAPTIC_VERDICT_DONE);
  CHECK(haptic_cancel(client, 5, 0) == HAPTIC_OK);
  CHECK(wait_for(client, HAPTIC_EVENT_FINISHED, 0, 5)->reason == HAPTIC_REASON_STOPPED);
  CHECK(verdict(client, HAPTIC_REQUEST_TRANSPORT, 5) == HAPTIC_VERDICT_DONE);
  CHECK(haptic_pause(client, 5, 0) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_TRANSPORT, 5) == HAPTIC_VERDICT_UNKNOWN_PLAYBACK);
  end(client);
}

/// Plays a pattern of 50 ms under the number 5, and returns how long it lasted, in milliseconds.
static int duration_of(struct haptic_client *client, struct haptic_play_options play) {
  play.handle = define_vibration(client, 50000);
  play.playback = 5;
  play.deadline_us = 60000000;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  int duration = lasted(client, 5);
  seen.count = 0;
  CHECK(haptic_release(client, play.handle) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_RELEASE, 0) == HAPTIC_VERDICT_DONE);
  return duration;
}

// A playback ends no earlier than it should; a busy machine ends it later.
static void a_play_says_it_all(void) {
  struct haptic_client *client = connected_client();
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.rate = 0.5F;
  CHECK(duration_of(client, play) >= 90);
  play = (struct haptic_play_options)HAPTIC_PLAY_INIT;
  play.repeats = 3;
  CHECK(duration_of(client, play) >= 190);
  play.loop_end_us = 30000;
  CHECK(duration_of(client, play) >= 130);
  play.repeats = HAPTIC_REPEAT_FOREVER;
  play.limit_us = 300000;
  CHECK(duration_of(client, play) >= 290);
  // Nothing remains beyond the end.
  play = (struct haptic_play_options)HAPTIC_PLAY_INIT;
  play.handle = define_vibration(client, 50000);
  play.offset_us = 60000;
  play.playback = 5;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  CHECK(wait_for(client, HAPTIC_EVENT_FINISHED, 0, 5)->reason == HAPTIC_REASON_ENDED);
  end(client);
}

static void a_playback_is_stopped(void) {
  struct haptic_client *client = connected_client();
  int handle = define_vibration(client, 60000000);
  for (uint32_t playback = 1; playback <= 3; playback++) {
    play(client, handle, playback);
    CHECK(verdict(client, HAPTIC_REQUEST_PLAY, playback) == HAPTIC_VERDICT_PLAYED);
    if (playback == 1) CHECK(haptic_stop(client, 1) == HAPTIC_OK);
    if (playback == 2) CHECK(haptic_stop_at(client, 2, haptic_now() + 1000000) == HAPTIC_OK);
    if (playback == 3) CHECK(haptic_stop_everything(client) == HAPTIC_OK);
    int reason = playback == 3 ? HAPTIC_REASON_STOPPED_EVERYTHING : HAPTIC_REASON_STOPPED;
    CHECK(wait_for(client, HAPTIC_EVENT_FINISHED, 0, playback)->reason == reason);
    seen.count = 0;
  }
  end(client);
}

static void extreme_values_get_verdicts(void) {
  struct haptic_client *client = connected_client();
  const uint64_t latest = (UINT64_C(1) << 63) - 1;
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.name = "success";
  play.playback = UINT32_MAX;
  play.device = UINT32_MAX;
  play.intensity = 0;
  play.category = HAPTIC_CATEGORY_ACCESSIBILITY;
  play.locality = HAPTIC_LOCALITY_EVERYWHERE;
  play.flags = HAPTIC_FLAG_IMPORTANT | HAPTIC_FLAG_FALLBACK;
  play.cause = latest;
  play.deadline_us = UINT32_MAX;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, UINT32_MAX) == HAPTIC_VERDICT_UNKNOWN_DEVICE);
  play.start = latest;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, UINT32_MAX) == HAPTIC_VERDICT_LIMIT);
  play = (struct haptic_play_options)HAPTIC_PLAY_INIT;
  play.name = "impact.light";
  play.cause = 1;
  CHECK(haptic_play_with(client, &play) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, 0) == HAPTIC_VERDICT_EXPIRED);
  CHECK(haptic_seek(client, 9, latest, 0) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_TRANSPORT, 9) == HAPTIC_VERDICT_UNKNOWN_PLAYBACK);
  CHECK(haptic_seek(client, 9, latest, latest) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_TRANSPORT, 9) == HAPTIC_VERDICT_LIMIT);
  for (int control = 1; control <= 12; control++) {
    CHECK(haptic_set_control(client, 9, control, 1e38F, 1) == HAPTIC_OK);
    CHECK(verdict(client, HAPTIC_REQUEST_MODULATE, 9) == HAPTIC_VERDICT_UNKNOWN_PLAYBACK);
  }
  CHECK(!find(HAPTIC_EVENT_DISCONNECTED, 0, 0));
  end(client);
}

static char listed[200];

static void record_devices(struct haptic_client *client, const struct haptic_event *event, void *context) {
  record(client, event, context);
  for (size_t index = 0; index < event->device_count; index++) {
    const struct haptic_device *device = event->devices[index];
    snprintf(listed, sizeof listed, "%u, state %d, kind %d, %d motor, levels %d, waves %d, '%s'", device->device,
             device->state, device->kind, device->motors, device->has_levels, device->plays_waves, device->path);
  }
}

static void the_devices_of_the_daemon_are_listed(void) {
  struct haptic_client *client = connected_client();
  haptic_set_handler(client, record_devices, NULL);
  CHECK(haptic_request_devices(client) == HAPTIC_OK);
  CHECK(wait_for(client, HAPTIC_EVENT_DEVICES, 0, 0)->device_count == 1);
  CHECK(strcmp(listed, "1, state 1, kind 1, 1 motor, levels 1, waves 0, ''") == 0);
  end(client);
}

static void handles_survive_a_killed_daemon(void) {
  struct haptic_client *client = connected_client();
  int pattern = define_vibration(client, 60000000), feedback = haptic_prepare(client, "impact.light");
  CHECK(verdict(client, HAPTIC_REQUEST_PREPARE, (uint32_t)feedback) == HAPTIC_VERDICT_DONE);
  play(client, pattern, 3);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, 3) == HAPTIC_VERDICT_PLAYED);
  end_daemon(SIGKILL);
  CHECK(wait_for(client, HAPTIC_EVENT_DISCONNECTED, 0, 0)->error == HAPTIC_ERROR_DISCONNECTED);
  // The first attempts may still be in the back-off of the lost connection.
  int result = HAPTIC_OK;
  for (int count = 0; count < 2000 && result != HAPTIC_ERROR_NO_DAEMON; count++) {
    result = haptic_play_handle(client, feedback, 1);
    CHECK(result < 0);
    poll(NULL, 0, 10);
  }
  CHECK(result == HAPTIC_ERROR_NO_DAEMON);
  unlink(path);
  start_daemon();
  seen.count = 0;
  wait_for(client, HAPTIC_EVENT_CONNECTED, 0, 0);
  play(client, pattern, 4);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, 4) == HAPTIC_VERDICT_PLAYED);
  CHECK(haptic_stop(client, 4) == HAPTIC_OK);
  CHECK(verdict(client, HAPTIC_REQUEST_STOP, 4) == HAPTIC_VERDICT_DONE);
  play(client, feedback, 5);
  CHECK(verdict(client, HAPTIC_REQUEST_PLAY, 5) == HAPTIC_VERDICT_PLAYED);
  end(client);
}

static void a_client_that_only_plays_finds_the_new_daemon(void) {
  struct haptic_client *watcher = connected_client();
  struct haptic_client *client = haptic_open_at("org.example.Player", path);
  CHECK(haptic_play(client, "impact.light", 1) == HAPTIC_OK);
  end_daemon(SIGTERM);
  start_daemon();
  int result = HAPTIC_ERROR_NO_DAEMON;
  for (int count = 0; count < 2000 && result != HAPTIC_OK; count++) {
    result = haptic_play(client, "impact.light", 1);
    poll(NULL, 0, 10);
  }
  CHECK(result == HAPTIC_OK);
  haptic_close(client);
  end(watcher);
}

static void a_stopped_daemon_makes_requests_fail_and_later_continues(void) {
  struct haptic_client *client = connected_client();
  int result = HAPTIC_OK;
  CHECK(kill(daemon_process, SIGSTOP) == 0);
  for (int count = 0; count < 100000 && result == HAPTIC_OK; count++) result = haptic_play(client, "impact.light", 1);
  CHECK(result == HAPTIC_ERROR_BUSY);
  CHECK(kill(daemon_process, SIGCONT) == 0);
  for (int count = 0; count < 2000 && result != HAPTIC_OK; count++) {
    haptic_dispatch(client);
    result = haptic_play(client, "success", 1);
    poll(NULL, 0, 10);
  }
  CHECK(result == HAPTIC_OK);
  end(client);
}

static void a_client_that_never_reads_can_still_play(void) {
  struct haptic_client *client = connected_client();
  for (int count = 0; count < 20000; count++) haptic_play(client, "impact.light", 1);
  // The daemon has disconnected the client by now, or will; the next plays connect again.
  for (int count = 0; count < 100; count++) {
    haptic_play(client, "success", 1);
    poll(NULL, 0, 10);
  }
  seen.count = 0;
  while (haptic_dispatch(client) != HAPTIC_OK) poll(NULL, 0, 10);
  int result = HAPTIC_ERROR_BUSY;
  for (int count = 0; count < 2000 && result != HAPTIC_OK; count++) {
    result = send_play(client, "success", 0, 77);
    haptic_dispatch(client);
    poll(NULL, 0, result == HAPTIC_OK ? 0 : 10);
  }
  CHECK(result == HAPTIC_OK);
  wait_for(client, HAPTIC_EVENT_VERDICT, HAPTIC_REQUEST_PLAY, 77);
  end(client);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      TEST(a_feedback_is_played_by_name),
      TEST(a_prepared_feedback_is_played_and_ends),
      TEST(a_defined_pattern_lasts_as_long_as_its_events),
      TEST(the_largest_pattern_is_accepted),
      TEST(a_playback_is_controlled),
      TEST(a_play_says_it_all),
      TEST(a_playback_is_stopped),
      TEST(extreme_values_get_verdicts),
      TEST(the_devices_of_the_daemon_are_listed),
      TEST(handles_survive_a_killed_daemon),
      TEST(a_client_that_only_plays_finds_the_new_daemon),
      TEST(a_stopped_daemon_makes_requests_fail_and_later_continues),
      TEST(a_client_that_never_reads_can_still_play),
  };
  snprintf(path, sizeof path, "%s/hapticd-%d.sock", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (int)getpid());
  snprintf(log_path, sizeof log_path, "%s.log", path);
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
