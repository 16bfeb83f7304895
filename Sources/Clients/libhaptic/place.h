// The place of the daemon's socket: a given path, HAPTICD_SOCKET, or hapticd.sock in XDG_RUNTIME_DIR.
#ifndef HAPTIC_PLACE_H
#define HAPTIC_PLACE_H

#include <sys/un.h>

struct place {
  /// The path of the socket; NULL for hapticd.sock in `folder`.
  char *path;
  /// The value of XDG_RUNTIME_DIR; NULL if it is not set.
  char *folder;
};

/// Reads the environment, unless `path` is given. Returns HAPTIC_ERROR_OUT_OF_MEMORY without memory.
int place_init(struct place *place, const char *path);

void place_destroy(struct place *place);

/// Writes the address. Returns HAPTIC_ERROR_NO_SOCKET_PATH if the folder is not a directory of this user, where another
/// user could replace the socket, or if the path is too long.
int place_address(const struct place *place, struct sockaddr_un *address);

#endif
