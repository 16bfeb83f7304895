// The cost of a play in the caller. usage:
//   fire bench   the time, next to a bare send(2) of the same bytes
//   fire trace   one request of each kind, between two calls of getpgid(2), for strace
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

#include "fake.h"

enum { BATCH = 50, BATCHES = 4000 };

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static int by_size(const void *left, const void *right) {
  uint64_t first = *(const uint64_t *)left, second = *(const uint64_t *)right;
  return first < second ? -1 : first > second;
}

static double median(uint64_t *times) {
  qsort(times, BATCHES, sizeof *times, by_size);
  return (double)times[BATCHES / 2] / BATCH;
}

// The contenders take turns, and each batch is read before the next one.
static void bench(void) {
  static uint64_t bare[BATCHES], handle_times[BATCHES], name_times[BATCHES];
  uint8_t packet[4096];
  struct haptic_client *client = connected_client(NULL);
  int handle = haptic_prepare(client, "impact.light"), pair[2];
  fake_drain();
  CHECK(haptic_play_handle(client, handle, 1) == HAPTIC_OK && fake_receive(packet) == 144);
  // A connection as the library has it.
  CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair) == 0);
  int peer = fake_peer;
  for (int batch = 0; batch < BATCHES; batch++) {
    uint64_t start = now();
    for (int count = 0; count < BATCH; count++) send(pair[0], packet, 144, MSG_DONTWAIT | MSG_NOSIGNAL);
    bare[batch] = now() - start;
    fake_peer = pair[1];
    CHECK(fake_drain() == BATCH);
    fake_peer = peer;
    start = now();
    for (int count = 0; count < BATCH; count++) haptic_play_handle(client, handle, 1);
    handle_times[batch] = now() - start;
    CHECK(fake_drain() == BATCH);
    start = now();
    for (int count = 0; count < BATCH; count++) haptic_play(client, "impact.light", 1);
    name_times[batch] = now() - start;
    CHECK(fake_drain() == BATCH);
  }
  double floor = median(bare), by_handle = median(handle_times), by_name = median(name_times);
  printf("C: bare send %.0f ns, prepared play %.0f ns (%.2f x), play by name %.0f ns (%.2f x), median of batches\n",
         floor, by_handle, by_handle / floor, by_name, by_name / floor);
  end(client);
}

static void trace(void) {
  struct haptic_client *client = connected_client(NULL);
  int handle = haptic_prepare(client, "impact.light");
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.handle = handle;
  play.playback = haptic_new_playback(client);
  haptic_play_handle(client, handle, 1);
  syscall(SYS_getpgid, 0x4841);
  haptic_play_handle(client, handle, 1);
  haptic_play(client, "success", 0.5);
  haptic_play_with(client, &play);
  haptic_set_control(client, play.playback, HAPTIC_CONTROL_INTENSITY, 0.5F, 0);
  haptic_stop(client, play.playback);
  syscall(SYS_getpgid, 0x4841);
  end(client);
}

int main(int argc, char **argv) {
  if (argc >= 2 && strcmp(argv[1], "bench") == 0) bench();
  else if (argc >= 2 && strcmp(argv[1], "trace") == 0) trace();
  else return 2;
  return failures > 0;
}
