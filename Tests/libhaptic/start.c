// Connects, plays once and exits, to time the start of a program. usage: start PATH
// With BARE, it has no library, and sends the same packets itself.
#ifdef BARE
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv) {
  uint8_t hello[64] = {1}, play[144] = {4};
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path) return 2;
  strcpy(address.sun_path, argv[1]);
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) return 1;
  return send(fd, hello, sizeof hello, MSG_NOSIGNAL) < 0 || send(fd, play, sizeof play, MSG_NOSIGNAL) < 0;
}
#else
#include <haptic.h>

int main(int argc, char **argv) { return argc == 2 ? haptic_play(haptic_open_at("", argv[1]), "tap", 1) < 0 : 2; }
#endif
