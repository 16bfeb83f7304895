// Plays sounds and shows lights for hapticd, which must never wait for a sound server. hapticd starts this program for
// the first sound or light, and closes the socket on standard input when none is left. The end of hapticd, however it
// comes, closes the socket too: all lights are then off and all sounds have ended.
//
// Without a socket it only darkens the LEDs that a former program has left lit, which systemd uses at the end of the
// service.
//
// usage: hapticd-sound-light [FOLDER-OF-LEDS SOUND-LIBRARY RECORD-OF-LIT-LEDS]

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lights.h"
#include "packets.h"
#include "sounds.h"

enum { DAEMON = 0 };

void report(uint32_t number, enum result result) {
  const unsigned char bytes[RESULT_BYTES] = {
      result, 0, 0, 0, number & 0xff, number >> 8 & 0xff, number >> 16 & 0xff, number >> 24 & 0xff};
  // Waits for room, but not for ever: a daemon that does not read is killed by its watchdog.
  while (send(DAEMON, bytes, sizeof bytes, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
}

// Returns the text at *position, and moves the position behind it; "" at the end.
static const char *take_text(const unsigned char *packet, size_t size, size_t *position) {
  const unsigned char *start = packet + *position;
  if (*position >= size || !memchr(start, 0, size - *position)) return "";
  *position += strlen((const char *)start) + 1;
  return (const char *)start;
}

static void serve_sound(const unsigned char *packet, size_t size) {
  size_t position = HEAD_BYTES;
  const char *effect = take_text(packet, size, &position);
  const char *file = take_text(packet, size, &position);
  sounds_play(number_at(packet + 4), effect, file, take_text(packet, size, &position));
}

static void serve_light(const unsigned char *packet, size_t size) {
  if (size < LIGHT_BYTES) return;
  const unsigned char *color = packet + HEAD_BYTES;
  lights_show(&(struct light){
      .number = number_at(packet + 4), .rank = packet[1], .red = color[0], .green = color[1], .blue = color[2],
      .percent = color[3] > 100 ? 100 : color[3], .millihertz = number_at(packet + HEAD_BYTES + 4)});
}

static void serve(const unsigned char *packet, size_t size) {
  if (size < HEAD_BYTES) return;
  switch (packet[0]) {
    case 's': return serve_sound(packet, size);
    case 'l': return serve_light(packet, size);
    case 'e':
      lights_end(number_at(packet + 4));
      sounds_end(number_at(packet + 4));
  }
}

// Returns false at the end of the connection.
static bool serve_next(void) {
  unsigned char packet[MOST_REQUEST_BYTES];
  ssize_t size = recv(DAEMON, packet, sizeof packet, 0);
  if (size > 0) serve(packet, (size_t)size);
  return size > 0 || (size < 0 && (errno == EINTR || errno == EAGAIN));
}

// The signals that systemd and a terminal send to end a process, as a descriptor.
static int ending_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM), sigaddset(&signals, SIGINT), sigaddset(&signals, SIGHUP);
  sigprocmask(SIG_SETMASK, &signals, NULL);
  signal(SIGPIPE, SIG_IGN);
  return signalfd(-1, &signals, SFD_CLOEXEC);
}

static bool use_record(const char *path) {
  if (path) return lights_record(path);
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  if (!runtime || runtime[0] != '/') return false;
  char usual[4096];
  snprintf(usual, sizeof usual, "%s/hapticd.lights", runtime);
  return lights_record(usual);
}

int main(int count, char **arguments) {
  if (count > 1) lights_use(arguments[1]);
  if (count > 2) sounds_use(arguments[2]);
  if (use_record(count > 3 ? arguments[3] : NULL)) lights_darken_left();
  // The socket comes from a daemon that never waits; this program does.
  fcntl(DAEMON, F_SETFL, fcntl(DAEMON, F_GETFL) & ~O_NONBLOCK);
  // Programs started by a library must not keep the socket open.
  fcntl(DAEMON, F_SETFD, FD_CLOEXEC);
  struct pollfd sources[] = {{.fd = DAEMON, .events = POLLIN}, {.fd = ending_signals(), .events = POLLIN}};
  while (true) {
    int ready = poll(sources, 2, lights_wait());
    if (ready < 0 && errno != EINTR) break;
    lights_work();
    if (ready > 0 && sources[1].revents) break;
    if (ready > 0 && sources[0].revents && !serve_next()) break;
  }
  lights_end_all();
  // Without destructors: a thread of the sound library may wait for its server.
  _exit(0);
}
