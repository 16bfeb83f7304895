// Wrappers for C that Swift cannot import: function-like macros, anonymous unions of the kernel's headers, variadic
// calls. Each is as thin as the call in it, without any policy. Functions that need _GNU_SOURCE are in gnu.c: Swift
// imports the C library without it, and both variants of a header cannot be used together.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

/// CLOCK_MONOTONIC in nanoseconds.
static inline int64_t haptic_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// TIOCGWINSZ: the size of a terminal; 0 for any other file, and where it is unknown.
static inline struct winsize haptic_terminal_size(int fd) {
  struct winsize size = {0};
  ioctl(fd, TIOCGWINSZ, &size);
  return size;
}

// --- evdev force feedback: effects are plain FF_RUMBLE, FF_PERIODIC or FF_CONSTANT, without envelope or delay.

static inline struct ff_effect haptic_effect(uint16_t type, int16_t id, uint16_t length_ms) {
  struct ff_effect effect;
  memset(&effect, 0, sizeof effect);
  effect.type = type;
  effect.id = id;
  effect.replay.length = length_ms;
  return effect;
}

static inline struct ff_effect haptic_rumble_effect(int16_t id, uint16_t strong, uint16_t weak, uint16_t length_ms) {
  struct ff_effect effect = haptic_effect(FF_RUMBLE, id, length_ms);
  effect.u.rumble.strong_magnitude = strong;
  effect.u.rumble.weak_magnitude = weak;
  return effect;
}

/// A waveform such as FF_SINE.
static inline struct ff_effect haptic_wave_effect(int16_t id, uint16_t waveform, int16_t magnitude, uint16_t period_ms,
                                                  uint16_t length_ms) {
  struct ff_effect effect = haptic_effect(FF_PERIODIC, id, length_ms);
  effect.u.periodic.waveform = waveform;
  effect.u.periodic.magnitude = magnitude;
  effect.u.periodic.period = period_ms;
  return effect;
}

static inline struct ff_effect haptic_constant_effect(int16_t id, int16_t level, uint16_t length_ms) {
  struct ff_effect effect = haptic_effect(FF_CONSTANT, id, length_ms);
  effect.u.constant.level = level;
  return effect;
}

/// EVIOCSFF: writes the slot the kernel chose into effect->id.
static inline int haptic_upload_effect(int fd, struct ff_effect *effect) { return ioctl(fd, EVIOCSFF, effect); }
/// EVIOCRMFF: the slot goes by value.
static inline int haptic_erase_effect(int fd, int id) { return ioctl(fd, EVIOCRMFF, id); }
/// EVIOCGEFFECTS.
static inline int haptic_effect_slots(int fd, int *slots) { return ioctl(fd, EVIOCGEFFECTS, slots); }

/// An EV_FF event; the kernel sets the time.
static inline struct input_event haptic_event(uint16_t code, int32_t value) {
  struct input_event event;
  memset(&event, 0, sizeof event);
  event.type = EV_FF;
  event.code = code;
  event.value = value;
  return event;
}

static inline ssize_t haptic_write_events(int fd, int count, uint16_t code1, int32_t value1, uint16_t code2,
                                          int32_t value2) {
  struct input_event events[2] = {haptic_event(code1, value1), haptic_event(code2, value2)};
  return write(fd, events, (size_t)count * sizeof events[0]);
}

/// Begins to limit the calls of this thread: one that waits longer than 2 to 4 ms is interrupted. The limit lasts until
/// haptic_end_limit, however late the call begins. -1 where the kernel has no timers left.
int haptic_begin_limit(int64_t now_nanoseconds);
void haptic_end_limit(void);

/// Closes within the limit of a call, although the kernel may wait before it returns: for the unsent data of a socket that
/// was passed in a packet, for example.
void haptic_close_limited(int fd);

// --- evdev input

struct haptic_input {
  int64_t nanoseconds;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

/// EVIOCSCLOCKID: selects CLOCK_MONOTONIC for the times of events.
static inline int haptic_use_monotonic_clock(int fd) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(fd, EVIOCSCLOCKID, &clock);
}

/// EVIOCSMASK: of the events of a type, keeps only those of these codes (a bit for each code below 64) for this descriptor.
/// The codes of EV_SYN are the types; ends of packets are always kept.
static inline int haptic_keep_codes(int fd, uint16_t type, uint64_t codes) {
  struct input_mask mask = {.type = type, .codes_size = sizeof codes, .codes_ptr = (uintptr_t)&codes};
  return ioctl(fd, EVIOCSMASK, &mask);
}

/// EVIOCGABS. It waits for uploads to the node.
static inline int haptic_read_axis(int fd, uint16_t code, struct input_absinfo *axis) {
  return ioctl(fd, EVIOCGABS(code), axis);
}

/// Reads up to 64 events without waiting, not even for uploads. Returns their number, or -1 where there are none.
static inline int haptic_read_inputs(int fd, struct haptic_input *inputs, int most) {
  struct input_event events[64];
  ssize_t size = read(fd, events, sizeof events[0] * (size_t)(most < 64 ? most : 64));
  if (size < 0) return -1;
  int count = (int)(size / (ssize_t)sizeof events[0]);
  for (int i = 0; i < count; i++) {
    inputs[i].nanoseconds = (int64_t)events[i].input_event_sec * 1000000000 + (int64_t)events[i].input_event_usec * 1000;
    inputs[i].type = events[i].type;
    inputs[i].code = events[i].code;
    inputs[i].value = events[i].value;
  }
  return count;
}

/// Sleeps; a signal may end it early.
static inline void haptic_sleep(int64_t nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&time, NULL);
}

// --- sockets

/// Fills an AF_UNIX address: of a file, or of a name in the abstract namespace, which is no file. Returns its length, or 0
/// with ENAMETOOLONG where the name does not fit.
static inline socklen_t haptic_unix_address(struct sockaddr_un *address, const char *name, bool is_abstract) {
  size_t length = strlen(name);
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length >= sizeof address->sun_path) { errno = ENAMETOOLONG; return 0; }
  memcpy(address->sun_path + (is_abstract ? 1 : 0), name, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

static inline int haptic_bind_unix(int fd, const char *path) {
  struct sockaddr_un address;
  socklen_t length = haptic_unix_address(&address, path, false);
  return length > 0 ? bind(fd, (const struct sockaddr *)&address, length) : -1;
}

static inline int haptic_connect_unix(int fd, const char *name, bool is_abstract) {
  struct sockaddr_un address;
  socklen_t length = haptic_unix_address(&address, name, is_abstract);
  return length > 0 ? connect(fd, (const struct sockaddr *)&address, length) : -1;
}

/// The maximum number of descriptors in one piece of a stream (kernel: SCM_MAX_FD).
enum { HAPTIC_MOST_PASSED = 253 };

/// Receives without waiting, with the descriptors that are passed with the first byte.
ssize_t haptic_receive_passed(int fd, void *bytes, size_t size, int *passed, int *count);

/// Sends without waiting. The descriptors are passed with the first byte; they stay open here.
ssize_t haptic_send_passed(int fd, const void *bytes, size_t size, const int *passed, int count);

/// accept4 without an address, which the peer of an AF_UNIX socket rarely has.
int haptic_accept(int fd);

/// Whether the next packet passes descriptors. They stay in the packet.
bool haptic_next_passes(int fd);

/// Receives and discards all packets of a socket, which gets no further ones. False before a packet that passes
/// descriptors: it stays.
bool haptic_discard_packets(int fd);

/// SO_PEERCRED: the process that connected, verified by the kernel.
int haptic_peer_credentials(int fd, int32_t *pid, uint32_t *uid);

/// SO_PEERPIDFD (Linux 6.5): a pidfd of the process that connected. -1 with ENOPROTOOPT on older kernels.
int haptic_peer_process(int fd);

/// SOCK_DIAG_BY_FAMILY: the state (TCP_ESTABLISHED, for example) and the owner of the TCP socket at a port of 127.0.0.1 whose
/// peer is another port of it. It also finds sockets for IPv6 that use addresses of IPv4. Without a peer it finds the socket
/// that listens. -1 if there is none, and where the kernel does not tell.
int haptic_loopback_socket(uint16_t port, uint16_t peer, uint32_t *uid);

// --- processes

/// pidfd_open (Linux 5.3), which older C libraries do not have.
int haptic_open_process(int32_t pid);

/// O_PATH: opens a folder only to resolve paths in it.
extern const int haptic_path_only;
/// openat2 (Linux 5.6) with O_PATH and RESOLVE_NO_SYMLINKS: -1 with ELOOP if a component of the path is a link.
int haptic_open_without_links(const char *path);

// --- logging

/// Writes as much as a pipe or terminal takes at once. -1 with EAGAIN where that is nothing. Kernels before 6.4, which
/// have no write to a pipe that does not wait, may wait if another process fills the pipe between poll and write.
ssize_t haptic_write_if_ready(int fd, const void *bytes, size_t count);

// --- the place of a file

/// The mount of an open file (0 before Linux 5.8), its inode and its mode, as cached by the kernel: a file system in
/// user space, which may never answer, is not asked.
int haptic_mount_place(int fd, uint64_t *mount, uint64_t *inode, uint32_t *mode);

// --- memory

/// Makes malloc map blocks of `bytes` and more separately, and trim its heap when as much is free at its end. 0 on
/// failure.
int haptic_return_memory_from(int bytes);

/// Returns free memory to the kernel, also that which malloc keeps for the next request of the same size.
void haptic_return_free_memory(void);

// --- waiting

static inline int haptic_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// epoll_ctl with the descriptor itself as the data of its events. Operation: EPOLL_CTL_ADD, _MOD or _DEL. Hang-up is
/// always watched.
static inline int haptic_epoll_change(int epoll_fd, int operation, int fd, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = fd};
  return epoll_ctl(epoll_fd, operation, fd, &event);
}

/// An event of a descriptor that haptic_epoll_change added.
struct haptic_readiness {
  int fd;
  uint32_t events;
};

/// Waits for one event, for the given time or, if that is negative, without a limit. Returns 0 after that time.
/// has_pwait2: use epoll_pwait2, which fails with ENOSYS before Linux 5.11, and with EPERM where a system call filter does
/// not know it. Otherwise ppoll and epoll_wait, which every kernel has, take one more system call.
int haptic_epoll_wait_one(int epoll_fd, int64_t nanoseconds, bool has_pwait2, struct haptic_readiness *readiness);

/// PR_SET_TIMERSLACK: the delay of timeouts of the calling thread that the kernel may add to save wakeups.
int haptic_set_timer_slack(int64_t nanoseconds);

// --- the time of day

/// Sets a timer on CLOCK_REALTIME for a time in seconds since 1970, or clears it with 0. Resets the descriptor, which
/// also becomes readable when the clock is set.
static inline int haptic_wall_timer_set(int timer, int64_t seconds) {
  struct itimerspec value = {.it_value = {.tv_sec = seconds}};
  uint64_t expirations;
  if (read(timer, &expirations, sizeof expirations) < 0) errno = 0;
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &value, NULL);
}

#pragma clang assume_nonnull end
