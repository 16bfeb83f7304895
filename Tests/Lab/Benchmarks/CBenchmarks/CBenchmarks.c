#define _GNU_SOURCE
#include "CBenchmarks.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

static void fill_in_listen_pid(char *const environment[]) {
  static const char name[] = "LISTEN_PID=";
  for (; *environment; environment++)
    if (!strncmp(*environment, name, sizeof name - 1)) sprintf(*environment + sizeof name - 1, "%d", (int)getpid());
}

// vfork: a child that shares our memory starts as quickly for a large parent as for a small one.
pid_t bench_spawn(char *const arguments[], char *const environment[], int output, int listener) {
  volatile int error = 0;
  pid_t child = vfork();
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    if (listener >= 0) {
      if (listener == 3) fcntl(3, F_SETFD, 0);
      else dup2(listener, 3);
      fill_in_listen_pid(environment);
    }
    execvpe(arguments[0], arguments, environment);
    error = errno;
    _exit(127);
  }
  if (child > 0 && error != 0) {
    errno = error;
    return -1;
  }
  return child;
}

static int bind_unix(const char *path, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  unlink(path);
  int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
  close(fd);
  return -1;
}

int bench_listen(const char *path) {
  int fd = bind_unix(path, SOCK_SEQPACKET | SOCK_NONBLOCK);
  return fd < 0 || listen(fd, 16) < 0 ? -1 : fd;
}

int bench_notify_socket(const char *path) { return bind_unix(path, SOCK_DGRAM); }

void bench_notify_ready(void) { sd_notify(0, "READY=1"); }

int bench_wait_ready(int socket, int milliseconds) {
  struct timeval limit = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  char message[512];
  for (;;) {
    ssize_t size = recv(socket, message, sizeof message - 1, 0);
    if (size < 0) return -1;
    message[size] = 0;
    if (strstr(message, "READY=1")) return 0;
  }
}

int bench_pin(pid_t process, int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int each = 0; each < CPU_SETSIZE; each++)
    if (processor < 0 || each == processor) CPU_SET(each, &set);
  return sched_setaffinity(process, sizeof set, &set);
}

int bench_bus_open(const char *address, sd_bus **bus) {
  int result = sd_bus_new(bus);
  if (result >= 0) result = sd_bus_set_address(*bus, address);
  if (result >= 0) result = sd_bus_set_bus_client(*bus, 1);
  if (result >= 0) result = sd_bus_start(*bus);
  if (result < 0) *bus = sd_bus_unref(*bus);
  return result < 0 ? result : 0;
}

void bench_bus_close(sd_bus *bus) { sd_bus_flush_close_unref(bus); }

int bench_bus_has_owner(sd_bus *bus, const char *name) { return sd_bus_get_name_creds(bus, name, 0, NULL) >= 0; }

static int finish(int result, sd_bus_error *error, sd_bus_message *reply) {
  if (result < 0) fprintf(stderr, "D-Bus: %s\n", error->message ? error->message : strerror(-result));
  sd_bus_error_free(error);
  sd_bus_message_unref(reply);
  return result < 0 ? result : 0;
}

int bench_trigger_feedbackd(sd_bus *bus, const char *event) {
  sd_bus_error error = SD_BUS_ERROR_NULL;
  sd_bus_message *reply = NULL;
  int result = sd_bus_call_method(bus, "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback",
                                  "TriggerFeedback", &error, &reply, "ssa{sv}i", "org.example.Bench", event, 0, -1);
  return finish(result, &error, reply);
}

int bench_vibrate_hfd(sd_bus *bus, int milliseconds) {
  sd_bus_error error = SD_BUS_ERROR_NULL;
  sd_bus_message *reply = NULL;
  int result = sd_bus_call_method(bus, "com.lomiri.hfd", "/com/lomiri/hfd", "com.lomiri.hfd.Vibrator", "vibrate",
                                  &error, &reply, "i", milliseconds);
  return finish(result, &error, reply);
}
