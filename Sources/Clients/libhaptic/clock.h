// CLOCK_MONOTONIC, and the times of connection attempts.
#ifndef HAPTIC_CLOCK_H
#define HAPTIC_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define MILLISECOND UINT64_C(1000000)

/// Timestamps of the protocol are below this.
#define TIME_LIMIT (UINT64_C(1) << 63)

uint64_t clock_now(void);

/// Attempts are 0.1, 0.2, 0.4 ... up to 5 seconds apart until one succeeds. An attempt succeeds with the reply to
/// hello: a daemon that closes each connection must not be connected for each play.
struct backoff {
  unsigned failures;
  uint64_t last_attempt, next_attempt;
};

static inline bool backoff_allows_attempt(const struct backoff *backoff, uint64_t now) {
  return now >= backoff->next_attempt;
}

/// Begins an attempt. It counts as a failure until backoff_succeed().
void backoff_begin(struct backoff *backoff, uint64_t now);

/// The next attempt is still at least 0.1 seconds after this one, so that a daemon that replies and then closes the
/// connection does not keep the client busy.
void backoff_succeed(struct backoff *backoff);

/// Makes the next attempt the latest possible one: the daemon is not compatible.
void backoff_give_up(struct backoff *backoff, uint64_t now);

#endif
