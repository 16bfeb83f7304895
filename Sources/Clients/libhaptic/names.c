// Texts for the constants of haptic.h.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "haptic.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *text_at(const char *const *texts, size_t count, int index, const char *other) {
  return index >= 0 && (size_t)index < count && texts[index] ? texts[index] : other;
}

const char *haptic_strerror(int error) {
  static const char *const texts[] = {
      [-HAPTIC_OK] = "success",
      [-HAPTIC_ERROR_INVALID_ARGUMENT] = "an argument is outside its range; see libhaptic(3)",
      [-HAPTIC_ERROR_OUT_OF_MEMORY] = "out of memory",
      [-HAPTIC_ERROR_SYSTEM] = "the system refused a socket or a descriptor; see errno",
      [-HAPTIC_ERROR_NO_SOCKET_PATH] =
          "the socket's path is empty or longer than 107 bytes; or none is given, and XDG_RUNTIME_DIR is not a "
          "directory of this user: set HAPTICD_SOCKET",
      [-HAPTIC_ERROR_NO_DAEMON] = "hapticd is not running; start it with: systemctl --user start hapticd.socket",
      [-HAPTIC_ERROR_BUSY] = "hapticd does not read its requests; see: systemctl --user status hapticd",
      [-HAPTIC_ERROR_DISCONNECTED] = "hapticd closed the connection; see: journalctl --user -u hapticd",
      [-HAPTIC_ERROR_MALFORMED_PACKET] =
          "hapticd sent a malformed packet; update hapticd and libhaptic, and report it if it happens again",
      [-HAPTIC_ERROR_NEWER_PROTOCOL] = "hapticd speaks only a newer version of the protocol; update libhaptic",
      [-HAPTIC_ERROR_TOO_LARGE] = "the pattern has too many events or points; see libhaptic(3)",
      [-HAPTIC_ERROR_NO_HANDLE] = "all 64 handles are in use; release one with haptic_release",
      [-HAPTIC_ERROR_FORKED] = "the client belongs to the parent process; open one in the child",
  };
  if (error > 0) return texts[0];
  // The units listen only where clients without the variable look.
  const char *path = getenv("HAPTICD_SOCKET");
  if (error == HAPTIC_ERROR_NO_DAEMON && path && *path)
    return "hapticd is not running; start it with: hapticd --socket \"$HAPTICD_SOCKET\", or unset HAPTICD_SOCKET";
  return text_at(texts, COUNT(texts), error > -(int)COUNT(texts) ? -error : -1, "unknown error");
}

// --- The names of the protocol

// begin names verdict (generated from protocol.json)
static const char *const verdict_names[] = {
    [HAPTIC_VERDICT_PLAYED] = "played",
    [HAPTIC_VERDICT_UNKNOWN_FEEDBACK] = "unknownFeedback",
    [HAPTIC_VERDICT_NO_ACTUATOR] = "noActuator",
    [HAPTIC_VERDICT_EXPIRED] = "expired",
    [HAPTIC_VERDICT_LIMIT] = "limit",
    [HAPTIC_VERDICT_UNKNOWN_HANDLE] = "unknownHandle",
    [HAPTIC_VERDICT_UNKNOWN_PLAYBACK] = "unknownPlayback",
    [HAPTIC_VERDICT_UNKNOWN_DEVICE] = "unknownDevice",
    [HAPTIC_VERDICT_DEVICE_FAILED] = "deviceFailed",
    [HAPTIC_VERDICT_UNSUPPORTED] = "unsupported",
    [HAPTIC_VERDICT_DONE] = "done",
    [HAPTIC_VERDICT_SILENT] = "silent",
    [HAPTIC_VERDICT_SWITCHED_OFF] = "switchedOff",
    [HAPTIC_VERDICT_PROFILE] = "profile",
    [HAPTIC_VERDICT_CATEGORY_OFF] = "categoryOff",
    [HAPTIC_VERDICT_APPLICATION_OFF] = "applicationOff",
    [HAPTIC_VERDICT_QUIET_HOURS] = "quietHours",
    [HAPTIC_VERDICT_POWER_SAVER] = "powerSaver",
    [HAPTIC_VERDICT_SESSION_INACTIVE] = "sessionInactive",
    [HAPTIC_VERDICT_LOCKED] = "locked",
    [HAPTIC_VERDICT_SUSPENDING] = "suspending",
    [HAPTIC_VERDICT_COALESCED] = "coalesced",
    [HAPTIC_VERDICT_RATE_LIMITED] = "rateLimited",
    [HAPTIC_VERDICT_OUTRANKED] = "outranked",
    [HAPTIC_VERDICT_DEVICE_OFF] = "deviceOff",
    [HAPTIC_VERDICT_COOLING_DOWN] = "coolingDown",
    [HAPTIC_VERDICT_NOT_PERMITTED] = "notPermitted",
};
// end names verdict

// begin names reason (generated from protocol.json)
static const char *const reason_names[] = {
    [HAPTIC_REASON_ENDED] = "ended",
    [HAPTIC_REASON_STOPPED] = "stopped",
    [HAPTIC_REASON_UNPLUGGED] = "unplugged",
    [HAPTIC_REASON_FAILED] = "failed",
    [HAPTIC_REASON_STOPPED_EVERYTHING] = "stoppedEverything",
    [HAPTIC_REASON_SHUTDOWN] = "shutdown",
    [HAPTIC_REASON_FORBIDDEN] = "forbidden",
    [HAPTIC_REASON_COOLING_DOWN] = "coolingDown",
    [HAPTIC_REASON_SUSPENDED] = "suspended",
};
// end names reason

// begin names request (generated from protocol.json)
static const char *const request_names[] = {
    [HAPTIC_REQUEST_PREPARE] = "prepare",
    [HAPTIC_REQUEST_RELEASE] = "release",
    [HAPTIC_REQUEST_PLAY] = "play",
    [HAPTIC_REQUEST_STOP] = "stop",
    [HAPTIC_REQUEST_STOP_EVERYTHING] = "stopEverything",
    [HAPTIC_REQUEST_DEFINE] = "define",
    [HAPTIC_REQUEST_TRANSPORT] = "transport",
    [HAPTIC_REQUEST_MODULATE] = "modulate",
};
// end names request

// begin names device_state (generated from protocol.json)
static const char *const device_state_names[] = {
    [HAPTIC_DEVICE_STATE_READY] = "ready",
    [HAPTIC_DEVICE_STATE_OPENING] = "opening",
    [HAPTIC_DEVICE_STATE_IGNORED] = "ignored",
    [HAPTIC_DEVICE_STATE_NO_PERMISSION] = "noPermission",
    [HAPTIC_DEVICE_STATE_FAILED] = "failed",
    [HAPTIC_DEVICE_STATE_STALLED] = "stalled",
};
// end names device_state

// begin names device_kind (generated from protocol.json)
static const char *const device_kind_names[] = {
    [HAPTIC_DEVICE_KIND_OTHER] = "other",
    [HAPTIC_DEVICE_KIND_VIBRATOR] = "vibrator",
    [HAPTIC_DEVICE_KIND_GAMEPAD] = "gamepad",
    [HAPTIC_DEVICE_KIND_WHEEL] = "wheel",
    [HAPTIC_DEVICE_KIND_JOYSTICK] = "joystick",
    [HAPTIC_DEVICE_KIND_TOUCHPAD] = "touchpad",
};
// end names device_kind

// begin names category (generated from protocol.json)
static const char *const category_names[] = {
    [HAPTIC_CATEGORY_DEFAULT] = "default",
    [HAPTIC_CATEGORY_TOUCH] = "touch",
    [HAPTIC_CATEGORY_KEYBOARD] = "keyboard",
    [HAPTIC_CATEGORY_NOTIFICATION] = "notification",
    [HAPTIC_CATEGORY_RINGTONE] = "ringtone",
    [HAPTIC_CATEGORY_ALARM] = "alarm",
    [HAPTIC_CATEGORY_MEDIA] = "media",
    [HAPTIC_CATEGORY_ACCESSIBILITY] = "accessibility",
};
// end names category

// begin names locality (generated from protocol.json)
static const char *const locality_names[] = {
    [HAPTIC_LOCALITY_DEFAULT] = "default",
    [HAPTIC_LOCALITY_PHONE] = "phone",
    [HAPTIC_LOCALITY_GAMEPAD] = "gamepad",
    [HAPTIC_LOCALITY_HAND] = "hand",
    [HAPTIC_LOCALITY_EVERYWHERE] = "everywhere",
};
// end names locality

// begin names control (generated from protocol.json)
static const char *const control_names[] = {
    [HAPTIC_CONTROL_INTENSITY] = "intensity",
    [HAPTIC_CONTROL_SHARPNESS] = "sharpness",
    [HAPTIC_CONTROL_ATTACK] = "attack",
    [HAPTIC_CONTROL_DECAY] = "decay",
    [HAPTIC_CONTROL_RELEASE] = "release",
};
// end names control

/// A name that is made of a number, such as "verdict 31". Each function has its own, so that one line can print several.
struct made_name {
  char text[32];
};

static const char *name_of(
    const char *const *names, size_t count, int number, const char *kind, struct made_name *made) {
  const char *name = text_at(names, count, number, NULL);
  if (name) return name;
  snprintf(made->text, sizeof made->text, "%s %d", kind, number);
  return made->text;
}

/// Defines the function that names the constants of an enum.
#define NAMES(enumeration, kind)                                                          \
  const char *haptic_##enumeration##_name(int number) {                                   \
    static _Thread_local struct made_name made;                                           \
    return name_of(enumeration##_names, COUNT(enumeration##_names), number, kind, &made); \
  }

NAMES(verdict, "verdict")
NAMES(reason, "reason")
NAMES(request, "request")
NAMES(device_state, "state")
NAMES(device_kind, "kind")
NAMES(category, "category")
NAMES(locality, "locality")
NAMES(control, "control")
