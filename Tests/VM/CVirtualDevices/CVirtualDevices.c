#define _GNU_SOURCE // ppoll, unshare
#include "CVirtualDevices.h"

#include <linux/uhid.h>
#include <linux/uinput.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <time.h>
#include <unistd.h>

int vd_flag_create(void) { return eventfd(0, EFD_CLOEXEC); }
void vd_flag_raise(int flag) { eventfd_write(flag, 1); }

enum vd_wake vd_wait(int fd, int flag, int64_t nanoseconds) {
  struct pollfd polls[] = {{.fd = fd, .events = POLLIN}, {.fd = flag, .events = POLLIN}};
  struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  ppoll(polls, 2, nanoseconds < 0 ? NULL : &limit, NULL);
  if (polls[1].revents) return VD_WAKE_FLAG;
  return polls[0].revents & POLLIN ? VD_WAKE_READABLE : VD_WAKE_TIME;
}

int vd_hide(const char *folder) {
  if (unshare(CLONE_NEWNS) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return -1;
  return mount("none", folder, "tmpfs", 0, NULL);
}

int vd_uinput_set_event_type(int fd, int type) { return ioctl(fd, UI_SET_EVBIT, type); }
int vd_uinput_set_key(int fd, int code) { return ioctl(fd, UI_SET_KEYBIT, code); }
int vd_uinput_set_property(int fd, int property) { return ioctl(fd, UI_SET_PROPBIT, property); }
int vd_uinput_set_effect(int fd, int code) { return ioctl(fd, UI_SET_FFBIT, code); }

int vd_uinput_set_axis(int fd, int code, int minimum, int maximum) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.minimum = minimum, .maximum = maximum}};
  return ioctl(fd, UI_ABS_SETUP, &setup);
}

int vd_uinput_create(int fd, const char *name, struct input_id id, uint32_t slots) {
  struct uinput_setup setup = {.id = id, .ff_effects_max = slots};
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (ioctl(fd, UI_DEV_SETUP, &setup) < 0) return -1;
  return ioctl(fd, UI_DEV_CREATE);
}

int vd_uinput_destroy(int fd) { return ioctl(fd, UI_DEV_DESTROY); }
int vd_uinput_system_name(int fd, char *name, size_t size) { return ioctl(fd, UI_GET_SYSNAME(size), name); }

int vd_uinput_input(int fd, uint16_t type, uint16_t code, int32_t value) {
  struct input_event events[2] = {{.type = type, .code = code, .value = value}, {.type = EV_SYN, .code = SYN_REPORT}};
  return write(fd, events, sizeof events) == sizeof events ? 0 : -1;
}

int vd_uinput_begin_upload(int fd, uint32_t request, struct ff_effect *effect) {
  struct uinput_ff_upload upload = {.request_id = request};
  int result = ioctl(fd, UI_BEGIN_FF_UPLOAD, &upload);
  *effect = upload.effect;
  return result;
}

int vd_uinput_end_upload(int fd, uint32_t request, int result) {
  struct uinput_ff_upload upload = {.request_id = request, .retval = result};
  return ioctl(fd, UI_END_FF_UPLOAD, &upload);
}

int vd_uinput_begin_erase(int fd, uint32_t request, uint32_t *effect) {
  struct uinput_ff_erase erase = {.request_id = request};
  int result = ioctl(fd, UI_BEGIN_FF_ERASE, &erase);
  *effect = erase.effect_id;
  return result;
}

int vd_uinput_end_erase(int fd, uint32_t request, int result) {
  struct uinput_ff_erase erase = {.request_id = request, .retval = result};
  return ioctl(fd, UI_END_FF_ERASE, &erase);
}

// The kernel pads a short write with zeros, so only the used part is written.
static int send_event(int fd, const struct uhid_event *event, size_t size) {
  return write(fd, event, offsetof(struct uhid_event, u) + size) < 0 ? -1 : 0;
}

int vd_uhid_create(int fd, const char *name, const char *phys, const char *uniq, struct input_id id,
                   const uint8_t *descriptor, uint16_t size) {
  struct uhid_event event = {.type = UHID_CREATE2};
  struct uhid_create2_req *create = &event.u.create2;
  strncpy((char *)create->name, name, sizeof create->name - 1);
  strncpy((char *)create->phys, phys, sizeof create->phys - 1);
  strncpy((char *)create->uniq, uniq, sizeof create->uniq - 1);
  create->bus = id.bustype;
  create->vendor = id.vendor;
  create->product = id.product;
  create->version = id.version;
  create->rd_size = size;
  memcpy(create->rd_data, descriptor, size);
  return send_event(fd, &event, sizeof *create);
}

int vd_uhid_read(int fd, struct vd_uhid_event *event, uint8_t *data) {
  struct uhid_event raw = {0};
  if (read(fd, &raw, sizeof raw) < 0) return -1;
  *event = (struct vd_uhid_event){.kind = VD_UHID_OTHER};
  switch (raw.type) {
  case UHID_OPEN: event->kind = VD_UHID_OPEN; break;
  case UHID_CLOSE: event->kind = VD_UHID_CLOSE; break;
  case UHID_OUTPUT:
    event->kind = VD_UHID_OUTPUT;
    event->size = raw.u.output.size;
    memcpy(data, raw.u.output.data, sizeof raw.u.output.data);
    break;
  case UHID_GET_REPORT:
    event->kind = VD_UHID_GET;
    event->request = raw.u.get_report.id;
    event->report = raw.u.get_report.rnum;
    event->type = raw.u.get_report.rtype;
    break;
  case UHID_SET_REPORT:
    event->kind = VD_UHID_SET;
    event->request = raw.u.set_report.id;
    event->report = raw.u.set_report.rnum;
    event->type = raw.u.set_report.rtype;
    event->size = raw.u.set_report.size;
    memcpy(data, raw.u.set_report.data, sizeof raw.u.set_report.data);
    break;
  }
  return 0;
}

int vd_uhid_input(int fd, const uint8_t *data, uint16_t size) {
  struct uhid_event event = {.type = UHID_INPUT2, .u.input2.size = size};
  memcpy(event.u.input2.data, data, size);
  return send_event(fd, &event, offsetof(struct uhid_input2_req, data) + size);
}

int vd_uhid_answer_get(int fd, uint32_t request, uint16_t error, const uint8_t *data, uint16_t size) {
  struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
  event.u.get_report_reply.id = request;
  event.u.get_report_reply.err = error;
  event.u.get_report_reply.size = size;
  if (size > 0) memcpy(event.u.get_report_reply.data, data, size);
  return send_event(fd, &event, offsetof(struct uhid_get_report_reply_req, data) + size);
}

int vd_uhid_answer_set(int fd, uint32_t request, uint16_t error) {
  struct uhid_event event = {.type = UHID_SET_REPORT_REPLY};
  event.u.set_report_reply.id = request;
  event.u.set_report_reply.err = error;
  return send_event(fd, &event, sizeof event.u.set_report_reply);
}

int vd_uhid_destroy(int fd) {
  struct uhid_event event = {.type = UHID_DESTROY};
  return send_event(fd, &event, 0);
}

int vd_evdev_upload(int fd, struct ff_effect *effect) { return ioctl(fd, EVIOCSFF, effect); }
int vd_evdev_erase(int fd, int effect) { return ioctl(fd, EVIOCRMFF, effect); }
int vd_evdev_slots(int fd, int *slots) { return ioctl(fd, EVIOCGEFFECTS, slots); }
int vd_evdev_effects(int fd, uint8_t *bits) { return ioctl(fd, EVIOCGBIT(EV_FF, 16), bits); }
