#include "client.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "connection.h"

unsigned fork_generation;

// All clients, so that a child process can close their sockets: otherwise the playbacks of a process that is killed would
// last until its children end.
static struct haptic_client *first_client;
static pthread_mutex_t clients_lock = PTHREAD_MUTEX_INITIALIZER;

static void lock_clients(void) { pthread_mutex_lock(&clients_lock); }
static void unlock_clients(void) { pthread_mutex_unlock(&clients_lock); }

static void begin_child(void) {
  fork_generation++;
  for (struct haptic_client *client = first_client; client; client = client->next) {
    connection_leave(&client->current);
    connection_leave(&client->ended);
  }
  unlock_clients();
}

// getpid() at each request would be a system call.
static void watch_forks(void) {
  static atomic_flag is_watching = ATOMIC_FLAG_INIT;
  if (!atomic_flag_test_and_set(&is_watching)) pthread_atfork(lock_clients, unlock_clients, begin_child);
}

static void add_client(struct haptic_client *client) {
  lock_clients();
  client->next = first_client;
  client->link_to = &first_client;
  if (first_client) first_client->link_to = &client->next;
  first_client = client;
  unlock_clients();
}

static void remove_client(struct haptic_client *client) {
  lock_clients();
  if (client->next) client->next->link_to = client->link_to;
  if (client->link_to) *client->link_to = client->next;
  unlock_clients();
}

struct haptic_client *haptic_open(const char *application) { return haptic_open_at(application, NULL); }

struct haptic_client *haptic_open_at(const char *application, const char *path) {
  struct name name;
  if (!name_read(&name, application)) {
    errno = EINVAL;
    return NULL;
  }
  struct haptic_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  watch_forks();
  client->application = name;
  client->generation = fork_generation;
  client->current.socket = client->ended.socket = client->readiness = -1;
  client->failure = HAPTIC_ERROR_DISCONNECTED;
  client->bindings.are_sent = true;
  if (place_init(&client->place, path) < 0) {
    client_free(client);
    errno = ENOMEM;
    return NULL;
  }
  add_client(client);
  return client;
}

void haptic_close(struct haptic_client *client) {
  if (!client || client->is_closed) return;
  connection_close(client);
  client->is_closed = true;
  // haptic_dispatch() frees the client after the handler has returned.
  if (!client->is_dispatching) client_free(client);
}

void client_free(struct haptic_client *client) {
  remove_client(client);
  place_destroy(&client->place);
  bindings_destroy(&client->bindings);
  free(client);
}

int haptic_set_handler(struct haptic_client *client, haptic_handler handler, void *context) {
  int result = client_check(client);
  if (result < 0) return result;
  client->handler = handler;
  client->context = context;
  return HAPTIC_OK;
}

int haptic_request_verdicts(struct haptic_client *client, int enabled) {
  int result = client_check(client);
  if (result < 0) return result;
  client->wants_verdicts = enabled != 0;
  return HAPTIC_OK;
}

uint32_t client_serial(struct haptic_client *client, int opcode, int handle) {
  return client->wants_verdicts ? client_serial_with_reply(client, opcode, handle) : 0;
}

uint32_t client_serial_with_reply(struct haptic_client *client, int opcode, int handle) {
  client->last_serial++;
  return (uint32_t)opcode << 24 | (uint32_t)handle << 16 | client->last_serial;
}
