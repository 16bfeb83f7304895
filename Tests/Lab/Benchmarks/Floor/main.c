// The floor: what a socket costs without a haptic service behind it. An epoll server on a SOCK_SEQPACKET socket.
// usage: benchmark-floor PATH         answers every packet with as many bytes as a verdict has
//        benchmark-floor PATH NODE    plays one effect on a force feedback node for every packet of the size of a play,
//                                     stops it for every other one, and answers none
//
// As hapticd does, it takes a socket that systemd passes (LISTEN_FDS) instead of one of its own, and tells whoever started
// it that it is ready (NOTIFY_SOCKET), so that its start can be timed too.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// The sizes of the protocol of hapticd.
enum { PLAY_SIZE = 144, REPLY_SIZE = 56, PACKET_MAX = 512 };

static int node = -1;
static struct ff_effect effect = {
    .type = FF_RUMBLE, .id = -1, .replay.length = 64, .u.rumble = {.strong_magnitude = 0x8000, .weak_magnitude = 0x8000}};

static void die(const char *what) {
  perror(what);
  exit(1);
}

static struct sockaddr_un address(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return address;
}

static void watch(int epoll, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0) die("epoll_ctl");
}

static void notify_ready(void) {
  const char *path = getenv("NOTIFY_SOCKET");
  if (!path) return;
  struct sockaddr_un to = address(path);
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || sendto(fd, "READY=1", 7, 0, (struct sockaddr *)&to, sizeof to) < 0) die("NOTIFY_SOCKET");
  close(fd);
}

static void open_node(const char *path) {
  node = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (node < 0 || ioctl(node, EVIOCSFF, &effect) < 0) die(path);
}

static void play(int value) {
  struct input_event event = {.type = EV_FF, .code = effect.id, .value = value};
  if (write(node, &event, sizeof event) < 0) die("play");
}

static void serve(int fd) {
  char packet[PACKET_MAX], reply[REPLY_SIZE] = {0};
  ssize_t size = recv(fd, packet, sizeof packet, MSG_DONTWAIT);
  if (size < 0 && errno == EAGAIN) return;
  if (size <= 0) close(fd);
  else if (node >= 0) play(size == PLAY_SIZE);
  else if (send(fd, reply, sizeof reply, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) close(fd);
}

static int listen_at(const char *path) {
  if (getenv("LISTEN_FDS")) return 3;
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  struct sockaddr_un here = address(path);
  unlink(path);
  if (listener < 0 || bind(listener, (struct sockaddr *)&here, sizeof here) < 0 || listen(listener, 8) < 0) die(path);
  return listener;
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: benchmark-floor PATH [NODE]\n");
    return 2;
  }
  if (argc == 3) open_node(argv[2]);
  int listener = listen_at(argv[1]);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) die("epoll");
  watch(epoll, listener);
  notify_ready();
  for (;;) {
    struct epoll_event event;
    if (epoll_wait(epoll, &event, 1, -1) != 1) continue;
    if (event.data.fd != listener) {
      serve(event.data.fd);
      continue;
    }
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client >= 0) watch(epoll, client);
  }
}
