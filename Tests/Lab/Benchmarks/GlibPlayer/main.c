// The peer of the step benchmark, and its floor: walks a list of step lengths with GLib timeouts, one after the other, as
// daemons on GLib's loop do; or, asked for it, with nothing but the kernel's timer. Prints, for each step, how late it
// came, in nanoseconds of CLOCK_MONOTONIC.
// usage: glib-player [--timer] MICROSECONDS...

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static GMainLoop *loop;
static char **lengths;
static long long planned;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static gboolean step(gpointer unused) {
  (void)unused;
  printf("%lld\n", now() - planned);
  if (*lengths == NULL) {
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
  }
  long microseconds = atol(*lengths++);
  planned += microseconds * 1000LL;
  // GLib's timeouts have whole milliseconds; a player that keeps to its plan takes what is left until the next step.
  long long left = (planned - now() + 500000) / 1000000;
  g_timeout_add(left > 0 ? left : 0, step, NULL);
  return G_SOURCE_REMOVE;
}

static void walk(void) {
  planned = now();
  while (*lengths != NULL) {
    planned += atol(*lengths++) * 1000LL;
    struct timespec time = {planned / 1000000000, planned % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) {}
    printf("%lld\n", now() - planned);
  }
}

int main(int count, char **arguments) {
  lengths = arguments + 1;
  if (count > 1 && strcmp(arguments[1], "--timer") == 0) {
    lengths++;
    walk();
    return fflush(stdout) == 0 ? 0 : 1;
  }
  loop = g_main_loop_new(NULL, FALSE);
  planned = now();
  step(NULL);
  g_main_loop_run(loop);
  return fflush(stdout) == 0 ? 0 : 1;
}
