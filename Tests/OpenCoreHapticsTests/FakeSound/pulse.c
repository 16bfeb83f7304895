// A sound card with the interface of libpulse-simple that writes the time at which each click is heard to the file
// FAKE_SOUND. The card has a buffer of 0.4 seconds, so that a busy machine does not empty it, and a sample is heard 30 ms
// after it has left the buffer.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RATE = 48000 };
static const double buffer = 0.4, delay = 0.03;

static double played_until; // the time at which the samples that were written have left the buffer
static int quiet = RATE;    // the number of silent samples before the next one

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// After a pause of the writer, the card goes on with the next sample.
static void advance(void) {
  if (played_until < now()) played_until = now();
}

void *pa_simple_new(const char *server, const char *name, int direction, const char *device, const char *stream,
                    const void *format, const void *map, const void *sizes, int *error) {
  (void)server, (void)name, (void)direction, (void)device, (void)stream, (void)format, (void)map, (void)sizes, (void)error;
  return &played_until;
}

uint64_t pa_simple_get_latency(void *stream, int *error) {
  (void)stream, (void)error;
  advance();
  return (uint64_t)((played_until - now() + delay) * 1e6);
}

int pa_simple_write(void *stream, const void *data, size_t size, int *error) {
  (void)stream, (void)error;
  const int16_t *samples = data;
  advance();
  for (size_t index = 0; index < size / 2; index++) {
    if (samples[index] != 0 && quiet >= RATE / 100) {
      FILE *file = fopen(getenv("FAKE_SOUND"), "a");
      if (!file) return -1;
      fprintf(file, "%.6f\n", played_until + (double)index / RATE + delay);
      fclose(file);
    }
    quiet = samples[index] == 0 ? quiet + 1 : 0;
  }
  played_until += (double)size / 2 / RATE;
  double wait = played_until - now() - buffer;
  if (wait > 0) nanosleep(&(struct timespec){.tv_nsec = (long)(wait * 1e9)}, NULL);
  return 0;
}
