// C functions of the benchmarks: starting programs as systemd does, and the D-Bus calls of the peers, whose functions
// take variable arguments.
#pragma once

#include <stdint.h>
#include <sys/types.h>

// Starts a program with exactly this environment. Its output goes to `output`. A `listener` other than -1 becomes its
// descriptor 3; a variable "LISTEN_PID=" with at least ten spaces behind it is then filled in.
// Returns the process, or -1 with errno.
pid_t bench_spawn(char *const arguments[], char *const environment[], int output, int listener);

// A listening SOCK_SEQPACKET socket, non-blocking; -1 with errno.
int bench_listen(const char *path);
// A datagram socket for NOTIFY_SOCKET; -1 with errno.
int bench_notify_socket(const char *path);
// Says READY=1 to whoever started this process and asked for it.
void bench_notify_ready(void);
// Receives until a message says READY=1. 0, or -1 with errno where the time is over.
int bench_wait_ready(int socket, int milliseconds);

// Confines a process (0: the calling thread) to one processor, or with -1 to none. 0, or -1 with errno.
int bench_pin(pid_t process, int processor);

// A client of a message bus, blocking.
struct sd_bus;
// Returns 0, or a negative errno.
int bench_bus_open(const char *address, struct sd_bus **bus);
void bench_bus_close(struct sd_bus *bus);
// Returns 1 if the name has an owner, else 0.
int bench_bus_has_owner(struct sd_bus *bus, const char *name);
// Plays a feedback once, as libfeedback asks feedbackd to. Returns 0 or a negative errno.
int bench_trigger_feedbackd(struct sd_bus *bus, const char *event);
// Vibrates, as the client library asks hfd-service to. Returns 0 or a negative errno.
int bench_vibrate_hfd(struct sd_bus *bus, int milliseconds);
