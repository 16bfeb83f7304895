// Preloaded into a program, makes one call of a function fail, or all calls from that one on. A test tries a rare or a
// permanent failure of the kernel at every call in turn.
//
//   FAULT_CALL   the function, such as read; if not set, calls are only counted
//   FAULT_AT     the number of the call that fails, from 1
//   FAULT_ERRNO  the number of the error (EIO)
//   FAULT_EVER   1: all later calls fail as well
//   FAULT_SIGNAL the number of a signal that is sent to the process before the call, which then does not fail
//   FAULT_SWITCH a file; no call fails or is counted before it exists
//   FAULT_COUNT  a file to which a line "function count" is written for each function when the program ends
//
// Besides functions, FAULT_CALL accepts operations on a node under /dev/input: upload (EVIOCSFF), erase (EVIOCRMFF),
// question (EVIOCG*), command (write) and node (open).
//
// Writes to the program's log (descriptor 2 and its copies) never fail, so that the test driver can read it.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define FUNCTIONS                                                                                                      \
  X(accept4) X(bind) X(close) X(connect) X(epoll_create1) X(epoll_ctl) X(epoll_wait) X(epoll_pwait2) X(eventfd)        \
  X(fchmod) X(fcntl) X(flock) X(fstat) X(getsockopt) X(inotify_add_watch) X(inotify_init1) X(ioctl) X(listen)          \
  X(lstat) X(open) X(openat) X(openat2) X(opendir) X(pidfd_open) X(poll) X(pread) X(pthread_create) X(pwritev2)        \
  X(read) X(readlink) X(recv) X(recvmsg) X(send) X(sendmsg) X(signalfd) X(socket) X(socketpair) X(stat) X(statx)    \
  X(timer_create) X(timer_settime) X(timerfd_create) X(timerfd_settime) X(unlink)                                      \
  X(write)                                                                                                             \
  /* Kinds of ioctl and files of write and open. */                                                                    \
  X(upload) X(erase) X(question) X(command) X(node)

enum function {
#define X(name) F_##name,
  FUNCTIONS
#undef X
      F_COUNT
};

static const char *const names[] = {
#define X(name) #name,
    FUNCTIONS
#undef X
};

static volatile long counts[F_COUNT];
static int target = -1, number = EIO, for_ever, signal_number, is_ready;
static long target_at;
static const char *switch_path;

__attribute__((constructor)) static void read_settings(void) {
  const char *name = getenv("FAULT_CALL");
  for (int i = 0; name && i < F_COUNT; i++)
    if (!strcmp(name, names[i])) target = i;
  if (getenv("FAULT_AT")) target_at = atol(getenv("FAULT_AT"));
  if (getenv("FAULT_ERRNO")) number = atoi(getenv("FAULT_ERRNO"));
  for_ever = getenv("FAULT_EVER") != NULL;
  if (getenv("FAULT_SIGNAL")) signal_number = atoi(getenv("FAULT_SIGNAL"));
  switch_path = getenv("FAULT_SWITCH");
  is_ready = 1;
}

__attribute__((destructor)) static void write_counts(void) {
  const char *path = getenv("FAULT_COUNT");
  if (!path) return;
  is_ready = 0;
  FILE *file = fopen(path, "w");
  for (int i = 0; file && i < F_COUNT; i++)
    if (counts[i]) fprintf(file, "%s %ld\n", names[i], counts[i]);
  if (file) fclose(file);
}

// Calls the kernel directly, which is not counted.
static int exists(const char *path) {
  int saved = errno;
  int result = syscall(SYS_access, path, F_OK);
  errno = saved;
  return !result;
}

// Returns whether this call must fail; errno is set in this case.
static int fails(enum function function) {
  if (!is_ready) return 0;
  if (switch_path) {
    if (!exists(switch_path)) return 0;
    switch_path = NULL;
  }
  long call = __atomic_add_fetch(&counts[function], 1, __ATOMIC_RELAXED);
  if ((int)function != target || (for_ever ? call < target_at : call != target_at)) return 0;
  if (signal_number) {
    kill(getpid(), signal_number);
    return 0;
  }
  errno = number;
  return 1;
}

#define FAILING(result, name, parameters, arguments)      \
  result name parameters {                                \
    static result(*real) parameters;                      \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name); \
    if (fails(F_##name)) return -1;                       \
    return real arguments;                                \
  }

FAILING(int, accept4, (int f, struct sockaddr *a, socklen_t *l, int g), (f, a, l, g))
FAILING(int, bind, (int f, const struct sockaddr *a, socklen_t l), (f, a, l))
FAILING(int, connect, (int f, const struct sockaddr *a, socklen_t l), (f, a, l))
FAILING(int, epoll_create1, (int g), (g))
FAILING(int, epoll_ctl, (int f, int o, int d, struct epoll_event *e), (f, o, d, e))
FAILING(int, epoll_wait, (int f, struct epoll_event *e, int n, int t), (f, e, n, t))
FAILING(int, epoll_pwait2, (int f, struct epoll_event *e, int n, const struct timespec *t, const sigset_t *s), (f, e, n, t, s))
FAILING(int, eventfd, (unsigned n, int g), (n, g))
FAILING(int, fchmod, (int f, mode_t m), (f, m))
FAILING(int, flock, (int f, int o), (f, o))
FAILING(int, fstat, (int f, struct stat *s), (f, s))
FAILING(int, getsockopt, (int f, int l, int o, void *v, socklen_t *n), (f, l, o, v, n))
FAILING(int, inotify_add_watch, (int f, const char *p, uint32_t m), (f, p, m))
FAILING(int, inotify_init1, (int g), (g))
FAILING(int, listen, (int f, int b), (f, b))
FAILING(int, lstat, (const char *p, struct stat *s), (p, s))
FAILING(int, poll, (struct pollfd *p, nfds_t n, int t), (p, n, t))
FAILING(ssize_t, pread, (int f, void *b, size_t n, off_t o), (f, b, n, o))
FAILING(ssize_t, pwritev2, (int f, const struct iovec *v, int n, off_t o, int g), (f, v, n, o, g))
FAILING(ssize_t, read, (int f, void *b, size_t n), (f, b, n))
FAILING(ssize_t, readlink, (const char *p, char *b, size_t n), (p, b, n))
FAILING(ssize_t, recv, (int f, void *b, size_t n, int g), (f, b, n, g))
FAILING(ssize_t, recvmsg, (int f, struct msghdr *m, int g), (f, m, g))
FAILING(ssize_t, sendmsg, (int f, const struct msghdr *m, int g), (f, m, g))
FAILING(ssize_t, send, (int f, const void *b, size_t n, int g), (f, b, n, g))
FAILING(int, signalfd, (int f, const sigset_t *m, int g), (f, m, g))
FAILING(int, socket, (int d, int t, int p), (d, t, p))
FAILING(int, socketpair, (int d, int t, int p, int v[2]), (d, t, p, v))
FAILING(int, stat, (const char *p, struct stat *s), (p, s))
FAILING(int, statx, (int f, const char *p, int g, unsigned m, struct statx *s), (f, p, g, m, s))
FAILING(int, timer_create, (clockid_t c, struct sigevent *e, timer_t *t), (c, e, t))
FAILING(int, timer_settime, (timer_t t, int g, const struct itimerspec *n, struct itimerspec *o), (t, g, n, o))
FAILING(int, timerfd_create, (int c, int g), (c, g))
FAILING(int, timerfd_settime, (int f, int g, const struct itimerspec *n, struct itimerspec *o), (f, g, n, o))
FAILING(int, unlink, (const char *p), (p))

// A close that fails has closed the descriptor nevertheless.
int close(int fd) {
  static int (*real)(int);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "close");
  int result = real(fd);
  return fails(F_close) ? -1 : result;
}

// Copies of descriptor 2 belong to the same file, the log.
static int is_log(int fd) {
  static int (*real)(int, struct stat *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "fstat");
  struct stat one, other;
  int saved = errno;
  int same = fd == 2 || (!real(fd, &one) && !real(2, &other) && one.st_ino == other.st_ino && one.st_dev == other.st_dev);
  errno = saved;
  return same;
}

// Major number 13 is the input subsystem.
static int is_node(int fd) {
  static int (*real)(int, struct stat *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "fstat");
  struct stat status;
  int saved = errno;
  int is_node = !real(fd, &status) && S_ISCHR(status.st_mode) && major(status.st_rdev) == 13;
  errno = saved;
  return is_node;
}

ssize_t write(int fd, const void *bytes, size_t size) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "write");
  if (!is_log(fd) && fails(is_node(fd) ? F_command : F_write)) return -1;
  return real(fd, bytes, size);
}

DIR *opendir(const char *path) {
  static DIR *(*real)(const char *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "opendir");
  return fails(F_opendir) ? NULL : real(path);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  return fails(F_pthread_create) ? number : real(thread, attributes, body, argument);
}

static mode_t mode_of(int flags, va_list list) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; }

int open(const char *path, int flags, ...) {
  static int (*real)(const char *, int, ...);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "open");
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  return fails(strncmp(path, "/dev/input/", 11) ? F_open : F_node) ? -1 : real(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  static int (*real)(int, const char *, int, ...);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "openat");
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  return fails(F_openat) ? -1 : real(folder, path, flags, mode);
}

static enum function kind(unsigned long request) {
  if (_IOC_TYPE(request) != 'E') return F_ioctl;
  if (request == EVIOCSFF) return F_upload;
  return request == EVIOCRMFF ? F_erase : _IOC_DIR(request) == _IOC_READ ? F_question : F_ioctl;
}

int ioctl(int fd, unsigned long request, ...) {
  static int (*real)(int, unsigned long, ...);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "ioctl");
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  return fails(kind(request)) ? -1 : real(fd, request, argument);
}

int fcntl(int fd, int command, ...) {
  static int (*real)(int, int, ...);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "fcntl");
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return fails(F_fcntl) ? -1 : real(fd, command, argument);
}

// Of the calls without their own function, only these count; others are locks of the runtime.
long syscall(long number_of_call, ...) {
  static long (*real)(long, ...);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "syscall");
  va_list list;
  va_start(list, number_of_call);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number_of_call == SYS_openat2 && fails(F_openat2)) return -1;
  if (number_of_call == SYS_pidfd_open && fails(F_pidfd_open)) return -1;
  return real(number_of_call, a, b, c, d, e, f);
}

// Functions that libraries compiled for large files call; identical on 64-bit systems.
#define SAME(result, name, other, parameters) result name parameters __attribute__((alias(#other)));
SAME(int, open64, open, (const char *path, int flags, ...))
SAME(int, openat64, openat, (int folder, const char *path, int flags, ...))
SAME(int, fcntl64, fcntl, (int fd, int command, ...))
SAME(ssize_t, pread64, pread, (int f, void *b, size_t n, off_t o))
SAME(ssize_t, pwritev64v2, pwritev2, (int f, const struct iovec *v, int n, off_t o, int g))
int fstat64(int f, struct stat64 *s) { return fstat(f, (struct stat *)s); }
int lstat64(const char *p, struct stat64 *s) { return lstat(p, (struct stat *)s); }
int stat64(const char *p, struct stat64 *s) { return stat(p, (struct stat *)s); }
