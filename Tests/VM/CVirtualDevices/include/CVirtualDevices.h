// The macros and packed structs of the kernel's uinput, uhid and evdev headers, which Swift cannot import.
// Each function returns the result of its system call, with errno set on -1.
#pragma once

#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/fsuid.h>

// A flag that wakes a thread in vd_wait; close it like any descriptor.
int vd_flag_create(void);
void vd_flag_raise(int flag);
// Waits until fd is readable, the flag is raised, or the time has passed; a negative time waits without a limit.
enum vd_wake { VD_WAKE_TIME, VD_WAKE_READABLE, VD_WAKE_FLAG };
enum vd_wake vd_wait(int fd, int flag, int64_t nanoseconds);

// uinput: the capabilities of a device are set one by one, then it is created.
int vd_uinput_set_event_type(int fd, int type);
int vd_uinput_set_key(int fd, int code);
int vd_uinput_set_property(int fd, int property);
int vd_uinput_set_effect(int fd, int code);
int vd_uinput_set_axis(int fd, int code, int minimum, int maximum);
int vd_uinput_create(int fd, const char *name, struct input_id id, uint32_t slots);
int vd_uinput_destroy(int fd);
// The name of the input device in sysfs, such as "input7".
int vd_uinput_system_name(int fd, char *name, size_t size);

// uinput: one input event and the end of its packet.
int vd_uinput_input(int fd, uint16_t type, uint16_t code, int32_t value);

// uinput: a request begins and ends under the number in the value of an EV_UINPUT event.
enum { VD_EV_UINPUT = 0x101, VD_UPLOAD = 1, VD_ERASE = 2 };
int vd_uinput_begin_upload(int fd, uint32_t request, struct ff_effect *effect);
int vd_uinput_end_upload(int fd, uint32_t request, int result);
int vd_uinput_begin_erase(int fd, uint32_t request, uint32_t *effect);
int vd_uinput_end_erase(int fd, uint32_t request, int result);

// uhid.
enum vd_uhid_kind { VD_UHID_OTHER, VD_UHID_OPEN, VD_UHID_CLOSE, VD_UHID_OUTPUT, VD_UHID_GET, VD_UHID_SET };
enum vd_uhid_type { VD_UHID_FEATURE, VD_UHID_OUTPUT_TYPE, VD_UHID_INPUT_TYPE };
struct vd_uhid_event {
  enum vd_uhid_kind kind;
  uint32_t request; // of GET and SET: the number for the reply
  uint8_t report;   // of GET and SET: the number of the report
  enum vd_uhid_type type; // of GET and SET
  uint16_t size;    // of OUTPUT and SET: the number of bytes in data
};
enum { VD_UHID_DATA_MAX = 4096 };
int vd_uhid_create(int fd, const char *name, const char *phys, const char *uniq, struct input_id id,
                   const uint8_t *descriptor, uint16_t size);
int vd_uhid_read(int fd, struct vd_uhid_event *event, uint8_t *data /* VD_UHID_DATA_MAX */);
int vd_uhid_input(int fd, const uint8_t *data, uint16_t size);
// error: an errno, or 0 for success.
int vd_uhid_answer_get(int fd, uint32_t request, uint16_t error, const uint8_t *data, uint16_t size);
int vd_uhid_answer_set(int fd, uint32_t request, uint16_t error);
int vd_uhid_destroy(int fd);

// Gives the calling thread a mount namespace of its own, in which this folder is empty.
int vd_hide(const char *folder);

// evdev: the calls of a client of a force feedback node.
int vd_evdev_upload(int fd, struct ff_effect *effect);
int vd_evdev_erase(int fd, int effect);
int vd_evdev_slots(int fd, int *slots);
int vd_evdev_effects(int fd, uint8_t *bits /* 16 bytes: bit n is code n */);
