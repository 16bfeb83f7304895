// Prints the verdict on a play and the devices, as a client of libhaptic sees them.
#include <haptic.h>
#include <poll.h>
#include <stdio.h>

static int devices_are_listed;

static void note(struct haptic_client *client, const struct haptic_event *event, void *context) {
  (void)client, (void)context;
  if (event->kind == HAPTIC_EVENT_VERDICT) printf("verdict %s\n", haptic_verdict_name(event->verdict));
  if (event->kind == HAPTIC_EVENT_DISCONNECTED) printf("disconnected: %s\n", haptic_strerror(event->error));
  if (event->kind != HAPTIC_EVENT_DEVICES) return;
  for (size_t index = 0; index < event->device_count; index++) {
    const struct haptic_device *device = event->devices[index];
    printf("device %s, %s\n", device->name, haptic_device_kind_name(device->kind));
  }
  devices_are_listed = 1;
}

int main(void) {
  struct haptic_client *client = haptic_open("org.example.Contract");
  haptic_set_handler(client, note, NULL);
  haptic_request_verdicts(client, 1);
  struct haptic_play_options play = HAPTIC_PLAY_INIT;
  play.name = "warning";
  play.deadline_us = 60000000; // this machine may be busy
  int result = haptic_play_with(client, &play);
  if (result == 0) result = haptic_request_devices(client);
  for (int tries = 0; result == 0 && !devices_are_listed && tries < 120; tries++) {
    poll(&(struct pollfd){.fd = haptic_fd(client), .events = POLLIN}, 1, 1000);
    result = haptic_dispatch(client);
  }
  if (result < 0) printf("error: %s\n", haptic_strerror(result));
  haptic_close(client);
  return devices_are_listed ? 0 : 1;
}
