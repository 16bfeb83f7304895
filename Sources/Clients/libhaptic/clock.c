#include "clock.h"

#include <time.h>

#include "haptic.h"

enum { MILLISECONDS_MIN = 100, MILLISECONDS_MAX = 5000, FAILURES_MAX = 6 };

uint64_t clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 * MILLISECOND + (uint64_t)now.tv_nsec;
}

uint64_t haptic_now(void) { return clock_now(); }

void backoff_begin(struct backoff *backoff, uint64_t now) {
  uint64_t delay = (uint64_t)MILLISECONDS_MIN << backoff->failures;
  backoff->last_attempt = now;
  backoff->next_attempt = now + (delay < MILLISECONDS_MAX ? delay : MILLISECONDS_MAX) * MILLISECOND;
  if (backoff->failures < FAILURES_MAX) backoff->failures++;
}

void backoff_succeed(struct backoff *backoff) {
  backoff->failures = 0;
  backoff->next_attempt = backoff->last_attempt + MILLISECONDS_MIN * MILLISECOND;
}

void backoff_give_up(struct backoff *backoff, uint64_t now) {
  backoff->failures = FAILURES_MAX;
  backoff->next_attempt = now + MILLISECONDS_MAX * MILLISECOND;
}
