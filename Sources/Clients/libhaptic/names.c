// Texts for the constants of haptic.h.

#include <stddef.h>

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
          "XDG_RUNTIME_DIR is not a directory of this user, or the socket's path is too long; set HAPTICD_SOCKET",
      [-HAPTIC_ERROR_NO_DAEMON] = "hapticd is not running; start it with: systemctl --user start hapticd.socket",
      [-HAPTIC_ERROR_BUSY] = "hapticd does not read its requests; see: systemctl --user status hapticd",
      [-HAPTIC_ERROR_DISCONNECTED] = "hapticd closed the connection; see: journalctl --user -u hapticd",
      [-HAPTIC_ERROR_MALFORMED_PACKET] =
          "hapticd sent a malformed packet; use a client and a daemon of the same release",
      [-HAPTIC_ERROR_NEWER_PROTOCOL] = "hapticd speaks only a newer version of the protocol; update libhaptic",
      [-HAPTIC_ERROR_TOO_LARGE] = "the pattern has too many events or points; see libhaptic(3)",
      [-HAPTIC_ERROR_NO_HANDLE] = "all 64 handles are in use; release one with haptic_release",
      [-HAPTIC_ERROR_FORKED] = "the client belongs to the parent process; open one in the child",
  };
  if (error > 0) return texts[0];
  return text_at(texts, COUNT(texts), error > -(int)COUNT(texts) ? -error : -1, "unknown error");
}

const char *haptic_verdict_name(int verdict) {
  static const char *const names[] = {
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
  return text_at(names, COUNT(names), verdict, "unknown");
}

const char *haptic_reason_name(int reason) {
  static const char *const names[] = {
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
  return text_at(names, COUNT(names), reason, "unknown");
}
