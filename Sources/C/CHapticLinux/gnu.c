// Functions of the C library that need _GNU_SOURCE.
#define _GNU_SOURCE
#include "CHapticLinux.h"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/sock_diag.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x1000
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int haptic_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

union passed_descriptors {
  char room[CMSG_SPACE(sizeof(int) * HAPTIC_MOST_PASSED)];
  struct cmsghdr alignment;
};

ssize_t haptic_receive_passed(int fd, void *bytes, size_t size, int *passed, int *count) {
  union passed_descriptors control;
  struct iovec vector = {bytes, size};
  struct msghdr message = {
      .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *count = 0;
  ssize_t received = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    int more = (int)((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(passed + *count, CMSG_DATA(part), sizeof(int) * (size_t)more);
    *count += more;
  }
  return received;
}

ssize_t haptic_send_passed(int fd, const void *bytes, size_t size, const int *passed, int count) {
  union passed_descriptors control;
  struct iovec vector = {(void *)bytes, size};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  if (count > 0) {
    size_t length = sizeof(int) * (size_t)count;
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(length);
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(length);
    memcpy(CMSG_DATA(part), passed, length);
  }
  return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

bool haptic_next_passes(int fd) {
  struct msghdr message = {0};
  return recvmsg(fd, &message, MSG_PEEK | MSG_DONTWAIT) >= 0 && message.msg_flags & MSG_CTRUNC;
}

bool haptic_discard_packets(int fd) {
  // With credentials, a packet without bytes differs from the end of the connection.
  int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  shutdown(fd, SHUT_RD);
  bool was_reset = false;
  while (true) {
    union {
      char room[CMSG_SPACE(sizeof(struct ucred))];
      struct cmsghdr alignment;
    } credentials;
    struct msghdr message = {.msg_control = &credentials, .msg_controllen = sizeof credentials};
    ssize_t received = recvmsg(fd, &message, MSG_PEEK | MSG_DONTWAIT);
    if (received < 0 && errno == ECONNRESET && !was_reset) {
      // The packets follow this error.
      was_reset = true;
      continue;
    }
    if (received < 0) return errno == EAGAIN;
    if (message.msg_flags & MSG_CTRUNC) return false;
    if (message.msg_controllen == 0) return true;
    if (recv(fd, NULL, 0, MSG_DONTWAIT) >= 0) continue;
    // Without this, a packet that cannot be taken would keep the caller here.
    if (was_reset || errno != ECONNRESET) return false;
    was_reset = true;
  }
}

int haptic_peer_credentials(int fd, int32_t *pid, uint32_t *uid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  return 0;
}

int haptic_peer_process(int fd) {
  int process = -1;
  socklen_t length = sizeof process;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &process, &length) < 0) return -1;
  return process;
}

int haptic_loopback_socket(uint16_t port, uint16_t peer, uint32_t *uid) {
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 body;
  } request = {
      {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
      {.sdiag_family = AF_INET,
       .sdiag_protocol = IPPROTO_TCP,
       .id = {.idiag_sport = htons(port),
              .idiag_dport = htons(peer),
              .idiag_src = {htonl(INADDR_LOOPBACK)},
              .idiag_dst = {htonl(INADDR_LOOPBACK)},
              .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}}};
  struct {
    struct nlmsghdr header;
    struct inet_diag_msg body;
    char attributes[1024];
  } reply;
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (fd < 0) return -1;
  // The kernel replies within the call that sends.
  ssize_t received = send(fd, &request, sizeof request, 0) < 0 ? -1 : recv(fd, &reply, sizeof reply, MSG_DONTWAIT);
  close(fd);
  if (received < (ssize_t)offsetof(__typeof__(reply), attributes)) return -1;
  if (reply.header.nlmsg_type != SOCK_DIAG_BY_FAMILY) return -1;
  *uid = reply.body.idiag_uid;
  return reply.body.idiag_state;
}

int haptic_open_process(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

const int haptic_path_only = O_PATH;

int haptic_open_without_links(const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

ssize_t haptic_write_if_ready(int fd, const void *bytes, size_t count) {
  struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
  if (poll(&poll_fd, 1, 0) <= 0) {
    errno = EAGAIN;
    return -1;
  }
  struct iovec vector = {(void *)bytes, count};
  ssize_t written = pwritev2(fd, &vector, 1, -1, RWF_NOWAIT);
  if (written < 0 && (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL)) return write(fd, bytes, count);
  return written;
}

int haptic_mount_place(int fd, uint64_t *mount, uint64_t *inode, uint32_t *mode) {
  struct statx status;
  int flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | AT_STATX_DONT_SYNC;
  if (statx(fd, "", flags, STATX_TYPE | STATX_INO | STATX_MNT_ID, &status) < 0) return -1;
  *mount = status.stx_mask & STATX_MNT_ID ? status.stx_mnt_id : 0;
  *inode = status.stx_ino;
  *mode = status.stx_mode;
  return 0;
}

int haptic_return_memory_from(int bytes) {
  return mallopt(M_MMAP_THRESHOLD, bytes) && mallopt(M_TRIM_THRESHOLD, bytes);
}

// malloc keeps up to seven freed blocks of each of 64 small sizes for the next request of that size. They lie anywhere,
// and what is free between two of them can be neither joined nor returned. So they are taken, replaced by blocks from
// the smallest gaps, and freed for good.
enum { sizes = 64, kept = 7 };
typedef void *volatile blocks[sizes][kept];

static void take_blocks(blocks taken) {
  for (int size = 0; size < sizes; size++)
    for (int n = 0; n < kept; n++) taken[size][n] = malloc(24 + 16 * size);
}

static void free_blocks(blocks taken) {
  for (int size = 0; size < sizes; size++)
    for (int n = 0; n < kept; n++) free(taken[size][n]);
}

void haptic_return_free_memory(void) {
  blocks scattered, compact;
  take_blocks(scattered);
  take_blocks(compact);
  free_blocks(compact);
  free_blocks(scattered);
  malloc_trim(0);
}

int haptic_epoll_wait_one(int epoll_fd, int64_t nanoseconds, bool has_pwait2, struct haptic_readiness *readiness) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  struct epoll_event event;
  int count;
  if (nanoseconds > 0 && has_pwait2) {
    count = epoll_pwait2(epoll_fd, &event, 1, &time, NULL);
  } else if (nanoseconds > 0) {
    struct pollfd poll_fd = {.fd = epoll_fd, .events = POLLIN};
    count = ppoll(&poll_fd, 1, &time, NULL);
    if (count > 0) count = epoll_wait(epoll_fd, &event, 1, 0);
  } else {
    count = epoll_wait(epoll_fd, &event, 1, nanoseconds < 0 ? -1 : 0);
  }
  if (count > 0) *readiness = (struct haptic_readiness){event.data.fd, event.events};
  return count;
}

int haptic_set_timer_slack(int64_t nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, (unsigned long)nanoseconds, 0, 0, 0);
}

// --- A limit for calls. A timer sends the thread a signal, which interrupts a call that waits. It is not disarmed
// after the call, which would be one more system call; a signal without a call does nothing. A thread may lose the
// processor between the beginning of the limit and its call, so that the signal comes before the call: it then comes
// again.

enum { LONGEST_CALL = 4000000, SHORTEST_CALL = 2000000 };
static _Thread_local timer_t limit_timer;
static _Thread_local int has_limit_timer;
static _Thread_local int64_t limit_end;
static _Thread_local volatile sig_atomic_t is_limited;

static int set_limit_timer(long nanoseconds) {
  struct itimerspec value = {.it_value = {.tv_nsec = nanoseconds}};
  return timer_settime(limit_timer, 0, &value, NULL);
}

static void interrupt_call(int number) {
  (void)number;
  int error = errno;
  if (is_limited) set_limit_timer(SHORTEST_CALL);
  errno = error;
}

static int make_limit_timer(void) {
  int number = SIGRTMIN + 3;
  // Without SA_RESTART, so that the call ends.
  struct sigaction action = {.sa_handler = interrupt_call};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  if (sigaction(number, &action, NULL) < 0 || pthread_sigmask(SIG_UNBLOCK, &set, NULL) != 0) return -1;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = number};
  event._sigev_un._tid = (int)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &event, &limit_timer) < 0) return -1;
  has_limit_timer = 1;
  return 0;
}

int haptic_begin_limit(int64_t now_nanoseconds) {
  if (limit_end - now_nanoseconds < SHORTEST_CALL) {
    if (!has_limit_timer && make_limit_timer() < 0) return -1;
    if (set_limit_timer(LONGEST_CALL) < 0) return -1;
    limit_end = now_nanoseconds + LONGEST_CALL;
  }
  is_limited = 1;
  return 0;
}

void haptic_end_limit(void) { is_limited = 0; }

void haptic_close_limited(int fd) {
  haptic_begin_limit(haptic_monotonic_nanoseconds());
  close(fd);
  haptic_end_limit();
  if (!has_limit_timer) return;
  timer_delete(limit_timer);
  has_limit_timer = 0;
  limit_end = 0;
}
