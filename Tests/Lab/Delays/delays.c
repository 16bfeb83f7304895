// Preloaded into a program, sometimes sleeps before a call into the kernel. This imitates the effects of other
// processes, page faults and a busy host, but more often, and in one thread while others run. Operations of two threads
// or processes that may occur in either order soon occur in both orders.
//
//   DELAY_EVERY  delay one call in this number of calls (30)
//   DELAY_MOST   the longest delay, in milliseconds (30)
//   DELAY_SEED   the seed of the random delays (1)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, 0, 10) : otherwise;
}

static uint64_t every, most, seed;

__attribute__((constructor)) static void read_settings(void) {
  every = setting("DELAY_EVERY", 30);
  most = setting("DELAY_MOST", 30) * 1000000;
  seed = setting("DELAY_SEED", 1);
}

// Xorshift, with separate state for each thread.
static uint64_t next(void) {
  static __thread uint64_t state;
  if (!state) state = (seed * 0x9e3779b97f4a7c15u) ^ ((uint64_t)gettid() << 20) ^ 1;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static void delay(void) {
  // The settings are zero while the loader calls these functions before the constructor.
  if (!every || !most || next() % every) return;
  uint64_t length = next() % most;
  struct timespec time = {length / 1000000000, length % 1000000000};
  nanosleep(&time, 0);
}

// Defines a function that delays, then calls the one of the C library.
#define DELAYED(result, name, parameters, arguments)      \
  result name parameters {                                \
    static result(*real) parameters;                      \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name); \
    delay();                                              \
    return real arguments;                                \
  }

DELAYED(int, accept4, (int f, struct sockaddr *a, socklen_t *l, int g), (f, a, l, g))
DELAYED(int, close, (int f), (f))
DELAYED(int, connect, (int f, const struct sockaddr *a, socklen_t l), (f, a, l))
DELAYED(int, epoll_wait, (int f, struct epoll_event *e, int n, int t), (f, e, n, t))
DELAYED(int, epoll_pwait2, (int f, struct epoll_event *e, int n, const struct timespec *t, const sigset_t *s), (f, e, n, t, s))
DELAYED(int, poll, (struct pollfd *p, nfds_t n, int t), (p, n, t))
DELAYED(ssize_t, read, (int f, void *b, size_t n), (f, b, n))
DELAYED(ssize_t, recv, (int f, void *b, size_t n, int g), (f, b, n, g))
DELAYED(ssize_t, recvmsg, (int f, struct msghdr *m, int g), (f, m, g))
DELAYED(ssize_t, send, (int f, const void *b, size_t n, int g), (f, b, n, g))
DELAYED(ssize_t, sendmsg, (int f, const struct msghdr *m, int g), (f, m, g))
DELAYED(ssize_t, write, (int f, const void *b, size_t n), (f, b, n))

struct beginning {
  void *(*body)(void *);
  void *argument;
};

static void *begin(void *argument) {
  struct beginning beginning = *(struct beginning *)argument;
  free(argument);
  delay();
  return beginning.body(beginning.argument);
}

// Delays the start of a thread.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  struct beginning *beginning = malloc(sizeof *beginning);
  if (!beginning) abort();
  *beginning = (struct beginning){body, argument};
  return real(thread, attributes, begin, beginning);
}
