#include "sounds.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "packets.h"

// --- libcanberra, from its documentation: https://0pointer.de/lennart/projects/libcanberra/gtkdoc

struct ca_context;
struct ca_proplist;
typedef void (*ca_finish_callback)(struct ca_context *, uint32_t number, int error, void *);

enum {
  CA_ERROR_STATE = -3,
  CA_ERROR_NODRIVER = -5,
  CA_ERROR_NOTFOUND = -9,
  CA_ERROR_DESTROYED = -10,
  CA_ERROR_CANCELED = -11,
  CA_ERROR_NOTAVAILABLE = -12,
  CA_ERROR_IO = -14,
  CA_ERROR_DISABLED = -16,
  CA_ERROR_DISCONNECTED = -18,
};

static struct {
  int (*context_create)(struct ca_context **);
  int (*context_destroy)(struct ca_context *);
  int (*context_change_props)(struct ca_context *, ...);
  int (*context_play_full)(struct ca_context *, uint32_t, struct ca_proplist *, ca_finish_callback, void *);
  int (*context_cancel)(struct ca_context *, uint32_t);
  int (*proplist_create)(struct ca_proplist **);
  int (*proplist_sets)(struct ca_proplist *, const char *key, const char *value);
  int (*proplist_destroy)(struct ca_proplist *);
} ca;

static const char *library = "libcanberra.so.0";

void sounds_use(const char *name) { library = name; }

static bool load(void) {
  static bool is_loaded;
  if (is_loaded) return true;
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return false;
  bool has_all = true;
#define FIND(name) has_all = (*(void **)&ca.name = dlsym(handle, "ca_" #name)) != NULL && has_all
  FIND(context_create), FIND(context_destroy), FIND(context_change_props), FIND(context_play_full);
  FIND(context_cancel), FIND(proplist_create), FIND(proplist_sets), FIND(proplist_destroy);
#undef FIND
  if (!has_all) dlclose(handle);
  return is_loaded = has_all;
}

// --- The thread. It owns the context; the library calls on_finish on a thread of its own.

struct request {
  uint32_t number;
  bool ends;
  char *effect, *file, *role;
};

static struct ca_context *context;

// Whether an error means that there is no connection to a sound server. After the death of the server, the library's
// module for PulseAudio reports one of several errors, and never connects again by itself.
static bool is_lost(int error) {
  switch (error) {
    case CA_ERROR_STATE:
    case CA_ERROR_NODRIVER:
    case CA_ERROR_NOTAVAILABLE:
    case CA_ERROR_IO:
    case CA_ERROR_DISCONNECTED: return true;
    default: return false;
  }
}

static enum result result_of(int error) {
  if (is_lost(error)) return NO_SERVER;
  switch (error) {
    case 0: return ENDED;
    case CA_ERROR_CANCELED:
    case CA_ERROR_DESTROYED: return ENDED;
    case CA_ERROR_NOTFOUND: return UNKNOWN_SOUND;
    case CA_ERROR_DISABLED: return SWITCHED_OFF;
    default: return FAILED;
  }
}

static void on_finish(struct ca_context *source, uint32_t number, int error, void *data) {
  (void)source, (void)data;
  report(number, result_of(error));
}

// The sound theme of GNOME's settings, which other desktops do not use.
static bool read_theme(char *name, int size) {
  const char *desktop = getenv("XDG_CURRENT_DESKTOP");
  if (!desktop || !strstr(desktop, "GNOME")) return false;
  FILE *output = popen("exec gsettings get org.gnome.desktop.sound theme-name 2>/dev/null", "re");
  if (!output) return false;
  char text[256];
  bool is_read = fgets(text, sizeof text, output) != NULL;
  pclose(output);
  char *first = is_read ? strchr(text, '\'') : NULL, *last = first ? strrchr(text, '\'') : NULL;
  if (!first || last <= first + 1) return false;
  *last = 0;
  snprintf(name, size, "%s", first + 1);
  return true;
}

static int open_context(void) {
  if (context) return 0;
  int error = ca.context_create(&context);
  if (error) {
    context = NULL;
    return error;
  }
  ca.context_change_props(context, "application.name", "hapticd", "application.id", "hapticd", (char *)NULL);
  char theme[256];
  if (read_theme(theme, sizeof theme)) {
    ca.context_change_props(context, "canberra.xdg-theme.name", theme, (char *)NULL);
  }
  return 0;
}

// The library calls back for the sounds of the connection.
static void close_context(void) {
  if (!context) return;
  ca.context_destroy(context);
  context = NULL;
}

static int play_once(const struct request *request) {
  int error = open_context();
  if (error) return error;
  struct ca_proplist *properties;
  if ((error = ca.proplist_create(&properties))) return error;
  bool is_file = request->file[0];
  ca.proplist_sets(properties, is_file ? "media.filename" : "event.id", is_file ? request->file : request->effect);
  ca.proplist_sets(properties, "event.description", "feedback");
  ca.proplist_sets(properties, "media.role", request->role[0] ? request->role : "event");
  error = ca.context_play_full(context, request->number, properties, on_finish, NULL);
  ca.proplist_destroy(properties);
  return error;
}

// The library would wait for ever for the writer of a pipe.
static bool is_regular(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void play(const struct request *request) {
  if (request->file[0] && !is_regular(request->file)) return report(request->number, UNKNOWN_SOUND);
  if (!load()) return report(request->number, NO_LIBRARY);
  bool was_open = context != NULL;
  int error = play_once(request);
  if (is_lost(error)) {
    close_context();
    // The sound server may have restarted.
    if (was_open) error = play_once(request);
    if (is_lost(error)) close_context();
  }
  report(request->number, error ? result_of(error) : STARTED);
}

static void *run(void *data) {
  int pipe = (int)(intptr_t)data;
  for (struct request *request; read(pipe, &request, sizeof request) == sizeof request;) {
    if (!request->ends) {
      play(request);
    } else if (context) {
      ca.context_cancel(context, request->number);
    }
    free(request->effect), free(request->file), free(request->role), free(request);
  }
  return NULL;
}

// --- The other threads.

static int requests = -1;

static bool start_thread(void) {
  if (requests >= 0) return true;
  int ends[2];
  pthread_t thread;
  if (pipe2(ends, O_CLOEXEC)) return false;
  // A full pipe drops the request: the sound server does not respond.
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  fcntl(ends[1], F_SETPIPE_SZ, 4096);
  if (pthread_create(&thread, NULL, run, (void *)(intptr_t)ends[0])) {
    close(ends[0]), close(ends[1]);
    return false;
  }
  pthread_detach(thread);
  requests = ends[1];
  return true;
}

static bool ask(struct request values) {
  struct request *request = malloc(sizeof *request);
  if (request) {
    *request = values;
    if (write(requests, &request, sizeof request) == sizeof request) return true;
  }
  free(values.effect), free(values.file), free(values.role), free(request);
  return false;
}

void sounds_play(uint32_t number, const char *effect, const char *file, const char *role) {
  if (!start_thread()) return report(number, FAILED);
  struct request request = {
      .number = number, .effect = strdup(effect), .file = strdup(file), .role = strdup(role)};
  if (!request.effect || !request.file || !request.role) return report(number, FAILED);
  if (!ask(request)) report(number, BUSY);
}

void sounds_end(uint32_t number) {
  if (requests >= 0) ask((struct request){.number = number, .ends = true});
}
