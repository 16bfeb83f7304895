#include "place.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "haptic.h"

/// A variable of the environment; NULL if it is not set or empty. A program with the privileges of another user ignores
/// the environment.
static const char *variable(const char *name) {
  const char *value = secure_getenv(name);
  return value && *value ? value : NULL;
}

static int copy(char **copied, const char *text) {
  *copied = text ? strdup(text) : NULL;
  return text && !*copied ? HAPTIC_ERROR_OUT_OF_MEMORY : HAPTIC_OK;
}

int place_init(struct place *place, const char *path) {
  place->folder = NULL;
  int result = copy(&place->path, path ? path : variable("HAPTICD_SOCKET"));
  if (result == HAPTIC_OK && !place->path) result = copy(&place->folder, variable("XDG_RUNTIME_DIR"));
  return result;
}

void place_destroy(struct place *place) {
  free(place->path);
  free(place->folder);
}

static bool is_folder_of_user(const char *path) {
  struct stat status;
  return path && path[0] == '/' && stat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

int place_address(const struct place *place, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  size_t room = sizeof address->sun_path;
  int length;
  if (place->path) {
    length = snprintf(address->sun_path, room, "%s", place->path);
  } else {
    if (!is_folder_of_user(place->folder)) return HAPTIC_ERROR_NO_SOCKET_PATH;
    length = snprintf(address->sun_path, room, "%s/hapticd.sock", place->folder);
  }
  return length > 0 && (size_t)length < room ? HAPTIC_OK : HAPTIC_ERROR_NO_SOCKET_PATH;
}
