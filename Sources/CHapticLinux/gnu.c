// What the C library shows only with _GNU_SOURCE.
#define _GNU_SOURCE
#include "CHapticLinux.h"

#include <sys/syscall.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int haptic_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int haptic_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  *gid = credentials.gid;
  return 0;
}

int haptic_peer_process(int fd) {
  int process = -1;
  socklen_t length = sizeof process;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &process, &length) < 0) return -1;
  return process;
}

int haptic_open_process(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

const int haptic_path_only = O_PATH;
