// libhaptic: the client library of hapticd, the haptic feedback service, for C and C++. See libhaptic(3).
//
//   struct haptic_client *haptics = haptic_open("org.example.Notes");
//   int tap = haptic_prepare(haptics, "impact.light");  // while the view appears
//   haptic_play_handle(haptics, tap, 1);                // on touch: one send that never blocks
//   haptic_play(haptics, "success", 0.8);
//
// No function blocks, starts a thread, or causes a signal. Requests are sent at once or refused with HAPTIC_ERROR_BUSY;
// there is no queue except the socket. Without a daemon, requests fail with HAPTIC_ERROR_NO_DAEMON.
//
// Connections are restored. A client connects on first use, and again after a restart of the daemon, with all handles.
// After a failed attempt, the next one is made no sooner than 0.1 seconds later, then 0.2, 0.4 and so on up to 5
// seconds.
//
// Playbacks end with their client: the daemon stops the playbacks of a connection that closes.
//
// Threads: a client may be used by one thread at a time. Different clients are independent. The functions without a
// client may be called from any thread.
//
// Processes: a client belongs to the process that opened it. After fork(2), all functions except haptic_close() fail in
// the child with HAPTIC_ERROR_FORKED. The child does not have the connection: the playbacks end with their process, also
// if it is killed.
//
// Results: functions that return int return 0 or a handle on success, and a negative enum haptic_error on failure.
// Arguments outside their range fail with HAPTIC_ERROR_INVALID_ARGUMENT, unless a comment says that they are clamped;
// NaN is always outside, and a client of NULL as well. Text is UTF-8 and ends with NUL.
//
// Times of the type uint64_t are in nanoseconds of CLOCK_MONOTONIC, see haptic_now(), below 2^63; 0 means now. Times in
// a pattern are in microseconds.
//
// Unknown numbers: a later daemon may send a verdict, a reason, a state or a kind that this header does not have. Such
// a number is passed on and is no error; its name is of the form "verdict 31". Constants are therefore passed as int;
// give each switch a default case. In requests, unknown numbers fail with HAPTIC_ERROR_INVALID_ARGUMENT.
#ifndef HAPTIC_H
#define HAPTIC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HAPTIC_PUBLIC __attribute__((visibility("default")))
#else
#define HAPTIC_PUBLIC
#endif

/// A connection to the daemon, with the handles that outlive it.
struct haptic_client;

/// The maximum number of bytes of a name of a feedback or an application, without the NUL.
#define HAPTIC_NAME_MAX 48
/// The maximum number of handles of a client.
#define HAPTIC_HANDLES_MAX 64
/// The maximum number of events of a pattern.
#define HAPTIC_EVENTS_MAX 16384
/// The maximum number of parameters and points of curves of a pattern, together.
#define HAPTIC_POINTS_MAX 32768
/// The maximum number of points of haptic_modulate().
#define HAPTIC_MODULATION_MAX 500
/// The latest time of an event of a pattern, and its longest duration, in microseconds: an hour.
#define HAPTIC_PATTERN_TIME_MAX 3600000000U

// --- Results

/// The errors of functions.
enum haptic_error {
  HAPTIC_OK = 0,
  /// An argument is outside its range. Nothing was sent.
  HAPTIC_ERROR_INVALID_ARGUMENT = -1,
  HAPTIC_ERROR_OUT_OF_MEMORY = -2,
  /// The system refused a descriptor or a socket; errno has the reason.
  HAPTIC_ERROR_SYSTEM = -3,
  /// The path of the socket is empty or has more than 107 bytes; or none is given, HAPTICD_SOCKET is not set, and
  /// XDG_RUNTIME_DIR is not a directory of this user.
  HAPTIC_ERROR_NO_SOCKET_PATH = -4,
  /// No process listens at the socket, or it belongs to another user. During the back-off after a failed attempt, this
  /// and other errors of connecting repeat the result of that attempt.
  HAPTIC_ERROR_NO_DAEMON = -5,
  /// The daemon has not read earlier requests, and the socket is full. Nothing was sent.
  HAPTIC_ERROR_BUSY = -6,
  /// The daemon closed the connection, or ended.
  HAPTIC_ERROR_DISCONNECTED = -7,
  /// The daemon sent a packet that violates the protocol. The connection was closed.
  HAPTIC_ERROR_MALFORMED_PACKET = -8,
  /// The daemon speaks only a newer version of the protocol. The connection was closed.
  HAPTIC_ERROR_NEWER_PROTOCOL = -9,
  /// A pattern has more events or points than HAPTIC_EVENTS_MAX and HAPTIC_POINTS_MAX allow.
  HAPTIC_ERROR_TOO_LARGE = -10,
  /// All handles of the client are in use.
  HAPTIC_ERROR_NO_HANDLE = -11,
  /// The client belongs to the parent process.
  HAPTIC_ERROR_FORKED = -12
};

/// Returns one line with the error and its remedy, such as "hapticd is not running; ...". Never NULL. The text is
/// constant.
HAPTIC_PUBLIC const char *haptic_strerror(int error);

/// The results of requests, from the daemon. Only HAPTIC_VERDICT_PLAYED and HAPTIC_VERDICT_DONE are successes.
// begin enum haptic_verdict (generated from protocol.json)
enum haptic_verdict {
  /// The play was admitted: the motor moves, or will move at the start time.
  HAPTIC_VERDICT_PLAYED = 0,
  /// The vocabulary has no feedback of this name.
  HAPTIC_VERDICT_UNKNOWN_FEEDBACK = 1,
  /// No connected device can play, or the daemon ends.
  HAPTIC_VERDICT_NO_ACTUATOR = 2,
  /// The play missed its deadline.
  HAPTIC_VERDICT_EXPIRED = 3,
  /// A limit is exceeded: playbacks, patterns, pending requests or scheduled actions of a playback; or the start is too
  /// far ahead; or a definition got more records than announced.
  HAPTIC_VERDICT_LIMIT = 4,
  /// The handle is not prepared, or has no open definition.
  HAPTIC_VERDICT_UNKNOWN_HANDLE = 5,
  /// No playback of this client has this number; it may have ended.
  HAPTIC_VERDICT_UNKNOWN_PLAYBACK = 6,
  /// No usable device has this number.
  HAPTIC_VERDICT_UNKNOWN_DEVICE = 7,
  /// The device is connected but does not respond, or refused the level.
  HAPTIC_VERDICT_DEVICE_FAILED = 8,
  /// The daemon does not know this request.
  HAPTIC_VERDICT_UNSUPPORTED = 9,
  /// The request was carried out: success of all requests except play.
  HAPTIC_VERDICT_DONE = 10,
  /// The feedback is known and has no pattern on purpose: its meaning is silence.
  HAPTIC_VERDICT_SILENT = 11,
  /// The user has switched haptics off.
  HAPTIC_VERDICT_SWITCHED_OFF = 12,
  /// The profile in force excludes the category.
  HAPTIC_VERDICT_PROFILE = 13,
  /// The user has switched the category off.
  HAPTIC_VERDICT_CATEGORY_OFF = 14,
  /// The user has switched off the application, or this category of the application.
  HAPTIC_VERDICT_APPLICATION_OFF = 15,
  /// Quiet hours exclude the category.
  HAPTIC_VERDICT_QUIET_HOURS = 16,
  /// The power saver excludes the category.
  HAPTIC_VERDICT_POWER_SAVER = 17,
  /// Another session is active on the screen.
  HAPTIC_VERDICT_SESSION_INACTIVE = 18,
  /// The session is locked, and media do not play on a lock screen.
  HAPTIC_VERDICT_LOCKED = 19,
  /// The machine is about to sleep.
  HAPTIC_VERDICT_SUSPENDING = 20,
  /// The same feedback of the same application starts within the duplicate window: one action, one haptic.
  HAPTIC_VERDICT_COALESCED = 21,
  /// The application exceeds its rate in the category.
  HAPTIC_VERDICT_RATE_LIMITED = 22,
  /// A playback of higher priority runs on the device.
  HAPTIC_VERDICT_OUTRANKED = 23,
  /// The user has switched the device off.
  HAPTIC_VERDICT_DEVICE_OFF = 24,
  /// The motor has run for too long and is cooling down; this category is refused meanwhile, media first, ringtones and
  /// alarms last.
  HAPTIC_VERDICT_COOLING_DOWN = 25,
  /// The request is reserved for the user's own programs outside any sandbox.
  HAPTIC_VERDICT_NOT_PERMITTED = 26
};
// end enum haptic_verdict

/// The reasons for the end of a playback.
// begin enum haptic_reason (generated from protocol.json)
enum haptic_reason {
  /// The playback reached its end.
  HAPTIC_REASON_ENDED = 1,
  /// The client stopped the playback.
  HAPTIC_REASON_STOPPED = 2,
  /// The device was removed.
  HAPTIC_REASON_UNPLUGGED = 3,
  /// The device refused a level during the playback, or the stop, or does not respond.
  HAPTIC_REASON_FAILED = 4,
  /// A client stopped all playbacks.
  HAPTIC_REASON_STOPPED_EVERYTHING = 5,
  /// The daemon exits.
  HAPTIC_REASON_SHUTDOWN = 6,
  /// The user's settings, the session or the time of day no longer permit the playback.
  HAPTIC_REASON_FORBIDDEN = 7,
  /// The motor has run for too long and is cooling down; playbacks of this category end.
  HAPTIC_REASON_COOLING_DOWN = 8,
  /// The machine goes to sleep.
  HAPTIC_REASON_SUSPENDED = 9
};
// end enum haptic_reason

/// Returns the time of CLOCK_MONOTONIC in nanoseconds.
HAPTIC_PUBLIC uint64_t haptic_now(void);

// --- Clients

/// Creates a client of the daemon at HAPTICD_SOCKET, or else at hapticd.sock in XDG_RUNTIME_DIR. Reads these variables
/// once. Does not connect; the first request does.
///
/// application: the name of the application, such as its reverse domain name, up to HAPTIC_NAME_MAX bytes; may be
/// empty.
/// Returns NULL with errno EINVAL for another name, or ENOMEM.
HAPTIC_PUBLIC struct haptic_client *haptic_open(const char *application);

/// Creates a client of the daemon at the socket `path`. NULL is the path of haptic_open().
HAPTIC_PUBLIC struct haptic_client *haptic_open_at(const char *application, const char *path);

/// Closes the connection and frees the client. The daemon stops its playbacks. NULL has no effect. May be called by the
/// handler of the client, and in a child process, where it leaves the parent's connection intact.
HAPTIC_PUBLIC void haptic_close(struct haptic_client *client);

/// Connects now, instead of with the first request, so that the daemon starts early. Has no effect on a connected
/// client.
///
/// Success means that a process listens; its version is checked when it replies.
/// Errors: those of connecting, from HAPTIC_ERROR_SYSTEM to HAPTIC_ERROR_NEWER_PROTOCOL.
HAPTIC_PUBLIC int haptic_connect(struct haptic_client *client);

// --- Playing

/// Plays a feedback now, without waiting.
///
/// name: such as "impact.light", from 1 to HAPTIC_NAME_MAX bytes.
/// intensity: from 0 to 1 for full strength; clamped.
/// Returns 0 if the request was sent. That does not mean that it is felt: see haptic_request_verdicts().
HAPTIC_PUBLIC int haptic_play(struct haptic_client *client, const char *name, double intensity);

/// Plays a prepared feedback or a defined pattern now: one send without allocations.
///
/// handle: from haptic_prepare() or haptic_define(). An error of these functions is HAPTIC_ERROR_INVALID_ARGUMENT here.
/// Errors: as haptic_play(), and HAPTIC_ERROR_BUSY for a pattern that is not completely sent yet.
HAPTIC_PUBLIC int haptic_play_handle(struct haptic_client *client, int handle, double intensity);

/// The purposes of a feedback. The category sets the default deadline, and the user's settings refer to it.
// begin enum haptic_category (generated from protocol.json)
enum haptic_category {
  /// The default category of the feedback; media for a pattern.
  HAPTIC_CATEGORY_DEFAULT = 0,
  /// Response to a touch.
  HAPTIC_CATEGORY_TOUCH = 1,
  /// Response to typing.
  HAPTIC_CATEGORY_KEYBOARD = 2,
  /// A message arrived.
  HAPTIC_CATEGORY_NOTIFICATION = 3,
  /// A call is incoming.
  HAPTIC_CATEGORY_RINGTONE = 4,
  /// An alarm or a timer.
  HAPTIC_CATEGORY_ALARM = 5,
  /// Part of sound or video.
  HAPTIC_CATEGORY_MEDIA = 6,
  /// A replacement for visual or audible information.
  HAPTIC_CATEGORY_ACCESSIBILITY = 7
};
// end enum haptic_category

/// The locations of a playback.
// begin enum haptic_locality (generated from protocol.json)
enum haptic_locality {
  /// The user's setting.
  HAPTIC_LOCALITY_DEFAULT = 0,
  /// The device with the screen: its own motor, or else any device.
  HAPTIC_LOCALITY_PHONE = 1,
  /// A gamepad; of several, the one touched last.
  HAPTIC_LOCALITY_GAMEPAD = 2,
  /// The gamepad touched last if that was within five seconds, else as phone.
  HAPTIC_LOCALITY_HAND = 3,
  /// All devices at once, as playbacks of the same number; the verdict is that of the first one that plays, or of the
  /// first one if none does.
  HAPTIC_LOCALITY_EVERYWHERE = 4
};
// end enum haptic_locality

/// Options of plays and preparations, to be added.
enum haptic_flag {
  /// Plays in spite of profile, quiet hours and power saver, if the user permits this to the application.
  HAPTIC_FLAG_IMPORTANT = 1,
  /// Accepts a shorter name for an unknown one: "message-new" for "message-new-video".
  HAPTIC_FLAG_FALLBACK = 2
};

/// A play with all options. Initialise it with HAPTIC_PLAY_INIT and set `name` or `handle`.
///
/// Later versions add members at the end. `size` tells the library which members the program knows.
struct haptic_play_options {
  /// sizeof(struct haptic_play_options). A larger structure is accepted if its additional bytes are 0.
  size_t size;
  /// The feedback; NULL to play `handle`.
  const char *name;
  /// The intensity, from 0 to 1; clamped.
  double intensity;
  /// The handle; 0 to play `name`.
  int handle;
  /// The number of the playback from haptic_new_playback(), to control it and to receive its end; 0 without these.
  uint32_t playback;
  /// The number of the device, from an event; 0 selects it by `locality`, or by the handle if that has a device.
  uint32_t device;
  /// An enum haptic_category.
  int category;
  /// An enum haptic_locality.
  int locality;
  /// A sum of enum haptic_flag.
  uint32_t flags;
  /// The time of the start, at most 60 seconds ahead.
  uint64_t start;
  /// The time of the event that caused the play, such as a touch. The deadline counts from `start`, or from here if
  /// that is later. 0 is the time of the call.
  uint64_t cause;
  /// The maximum delay, in microseconds: the daemon drops a play that it reads later. 0 is the deadline of the
  /// category, such as 20 ms for a touch.
  uint32_t deadline_us;
  /// 0.
  uint32_t reserved;
  /// The position in the pattern at which the play begins, in microseconds, below 2^63. Beyond the end: as
  /// haptic_seek().
  uint64_t offset_us;
  /// The end of the loop in the pattern, in microseconds, below 2^63; 0 is the end of the pattern. 0 without `repeats`.
  uint64_t loop_end_us;
  /// The playback ends this long after its start, in microseconds, below 2^63; 0 is no limit. The reason of the end is
  /// HAPTIC_REASON_ENDED.
  uint64_t limit_us;
  /// How often the playback returns to the start of the pattern at the end of the loop, up to HAPTIC_REPEAT_FOREVER.
  /// After the last return, it plays to the end of the pattern.
  uint32_t repeats;
  /// The rate: 2 is twice as fast. 0 is 1; other values are clamped to 0.1...10.
  float rate;
};

#define HAPTIC_PLAY_INIT {sizeof(struct haptic_play_options), NULL, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

/// A number of repeats: until the playback is stopped, or the repeats are set to another number.
#define HAPTIC_REPEAT_FOREVER UINT32_MAX

/// Plays a feedback or a handle with options.
HAPTIC_PUBLIC int haptic_play_with(struct haptic_client *client, const struct haptic_play_options *play);

/// Returns a new number for a playback, from 1. It repeats after 2^32 - 1 calls. 0 for a client of NULL,
/// for one that its handler has closed, and in a child process.
HAPTIC_PUBLIC uint32_t haptic_new_playback(struct haptic_client *client);

/// Stops one playback of this client, or all of them if `playback` is 0. Without a connection, nothing plays, and the
/// result is 0. After HAPTIC_ERROR_BUSY, the playback continues: call again.
HAPTIC_PUBLIC int haptic_stop(struct haptic_client *client, uint32_t playback);

/// Stops the playbacks of all clients, for emergencies. Not permitted in a sandbox.
HAPTIC_PUBLIC int haptic_stop_everything(struct haptic_client *client);

// --- Preparing

/// Prepares a feedback, so that its first play is as fast as later ones. Without a daemon, the feedback is prepared
/// after the next connection.
///
/// The handle stays valid, also across restarts of the daemon, until haptic_release(). Keep it only as long as it may
/// be needed soon: devices have few slots. The daemon keeps its uploads for 30 seconds after the latest preparation;
/// see haptic_renew().
///
/// Returns a handle from 1 to HAPTIC_HANDLES_MAX. Errors: HAPTIC_ERROR_NO_HANDLE, HAPTIC_ERROR_OUT_OF_MEMORY, not those
/// of connecting.
HAPTIC_PUBLIC int haptic_prepare(struct haptic_client *client, const char *name);

/// Prepares a feedback for a device, or for any device if `device` is 0. flags: 0 or HAPTIC_FLAG_FALLBACK.
HAPTIC_PUBLIC int haptic_prepare_with(struct haptic_client *client, const char *name, uint32_t device, uint32_t flags);

/// Sends a preparation or definition again, so that its uploads are kept for another 30 seconds. After an error of
/// connecting, it is sent with the next connection.
HAPTIC_PUBLIC int haptic_renew(struct haptic_client *client, int handle);

/// Releases a handle, whose number may then be used again. Active playbacks continue. Needs no connection.
HAPTIC_PUBLIC int haptic_release(struct haptic_client *client, int handle);

// --- Patterns

/// A pattern of the application: taps and vibrations over time, with controls that change while they last.
/// Independent of clients.
struct haptic_pattern;

/// The controls of patterns and playbacks, with their ranges. Values are clamped to the range. Controls of sound
/// (6 to 12) are accepted and do not affect haptics.
// begin enum haptic_control (generated from protocol.json)
enum haptic_control {
  /// From 0 to 1. Multiplies the intensity of the events.
  HAPTIC_CONTROL_INTENSITY = 1,
  /// From -1 to 1. Added to the sharpness of the events.
  HAPTIC_CONTROL_SHARPNESS = 2,
  /// From -1 to 1. Added to their attack.
  HAPTIC_CONTROL_ATTACK = 3,
  /// From -1 to 1. Added to their decay.
  HAPTIC_CONTROL_DECAY = 4,
  /// From -1 to 1. Added to their release.
  HAPTIC_CONTROL_RELEASE = 5
};
// end enum haptic_control

/// A point of a curve.
struct haptic_point {
  /// The time from the start of the curve, in microseconds.
  uint32_t time_us;
  float value;
};

/// The kinds of events of a pattern.
enum haptic_pattern_event_type {
  /// A tap.
  HAPTIC_PATTERN_EVENT_TRANSIENT = 1,
  /// A vibration.
  HAPTIC_PATTERN_EVENT_CONTINUOUS = 2
};

/// An event of a pattern with its envelope. Initialise it with HAPTIC_PATTERN_EVENT_INIT.
///
/// Intensity, sharpness, attack, decay and release are from 0 to 1; clamped.
struct haptic_pattern_event {
  /// sizeof(struct haptic_pattern_event). A larger structure is accepted if its additional bytes are 0.
  size_t size;
  /// An enum haptic_pattern_event_type.
  int type;
  /// 1 if a vibration holds its intensity for its duration; 0 if it ends after its attack and decay.
  int sustained;
  /// The start, from the start of the pattern, in microseconds, up to HAPTIC_PATTERN_TIME_MAX.
  uint32_t time_us;
  /// The duration of a vibration without its release, up to HAPTIC_PATTERN_TIME_MAX. For a tap, the length that counts
  /// for the end of the pattern.
  uint32_t duration_us;
  double intensity;
  /// 0 is dull, 1 is crisp.
  double sharpness;
  /// The time of the attack of a vibration grows exponentially with this value, up to two seconds.
  double attack;
  /// The decay after the attack, if the intensity is not held.
  double decay;
  /// The release after the duration.
  double release;
};

#define HAPTIC_PATTERN_EVENT_INIT \
  {sizeof(struct haptic_pattern_event), HAPTIC_PATTERN_EVENT_TRANSIENT, 1, 0, 0, 1, 0.5, 0, 0, 0}

/// Creates an empty pattern. Returns NULL without memory.
HAPTIC_PUBLIC struct haptic_pattern *haptic_pattern_new(void);

/// Frees a pattern. Handles that were defined from it are not affected. NULL has no effect.
HAPTIC_PUBLIC void haptic_pattern_free(struct haptic_pattern *pattern);

/// Adds a tap.
///
/// time_us: the time from the start of the pattern, up to HAPTIC_PATTERN_TIME_MAX.
/// intensity, sharpness: from 0 to 1; clamped.
/// Errors of all functions that add: HAPTIC_ERROR_TOO_LARGE, HAPTIC_ERROR_OUT_OF_MEMORY. The pattern is unchanged then.
HAPTIC_PUBLIC int haptic_pattern_add_tap(
    struct haptic_pattern *pattern, uint32_t time_us, double intensity, double sharpness);

/// Adds a vibration. duration_us: up to HAPTIC_PATTERN_TIME_MAX.
HAPTIC_PUBLIC int haptic_pattern_add_vibration(
    struct haptic_pattern *pattern, uint32_t time_us, uint32_t duration_us, double intensity, double sharpness);

/// Adds an event with all its properties.
HAPTIC_PUBLIC int haptic_pattern_add_event(
    struct haptic_pattern *pattern, const struct haptic_pattern_event *event);

/// Sets a control to a value from `time_us` on. control: an enum haptic_control.
HAPTIC_PUBLIC int haptic_pattern_add_parameter(
    struct haptic_pattern *pattern, int control, uint32_t time_us, float value);

/// Adds a curve: a control that follows straight lines from point to point, and keeps the last value.
///
/// points: from 1 to HAPTIC_POINTS_MAX points in order of time; the times count from `start_us`.
HAPTIC_PUBLIC int haptic_pattern_add_curve(
    struct haptic_pattern *pattern, int control, uint32_t start_us, const struct haptic_point *points, size_t count);

/// Defines a pattern under a handle, to be played by haptic_play_handle(). The pattern is copied.
///
/// The library sends as much as the socket takes, and the rest with later requests and in haptic_dispatch(). Like all
/// handles, the pattern is sent again after a restart of the daemon or a change of the devices. All patterns of a
/// client together may have a megabyte, as described in hapticd-protocol(7); beyond that, the verdict is
/// HAPTIC_VERDICT_LIMIT.
///
/// category: an enum haptic_category for its plays. device: a device, or 0 for any device.
/// Returns a handle and errors as haptic_prepare().
HAPTIC_PUBLIC int haptic_define(
    struct haptic_client *client, const struct haptic_pattern *pattern, int category, uint32_t device);

// --- Control of playbacks
//
// These functions change a playback with a number, while it plays or waits for its start. They take effect at the time
// `at`, at most 60 seconds ahead; 0 and times in the past mean now. A playback keeps up to 64 scheduled actions and
// drops them at its end. An action has no effect on a playback that has ended. Without a connection there are no
// playbacks: the result is HAPTIC_ERROR_DISCONNECTED, and the library does not connect.

/// Stops a playback at a time. For a time further ahead, or known at the start, see limit_us of struct haptic_play_options.
HAPTIC_PUBLIC int haptic_stop_at(struct haptic_client *client, uint32_t playback, uint64_t at);

/// Silences a playback and keeps its position. A playback that waits for its start stays silent after the start.
HAPTIC_PUBLIC int haptic_pause(struct haptic_client *client, uint32_t playback, uint64_t at);

/// Continues a paused playback at its position.
HAPTIC_PUBLIC int haptic_resume(struct haptic_client *client, uint32_t playback, uint64_t at);

/// Moves a playback to a position in its pattern, in microseconds, below 2^63. At or beyond the end of its loop, a looping
/// playback moves to the start, which is not one of the returns. At or beyond the end of the pattern, any other one ends.
HAPTIC_PUBLIC int haptic_seek(struct haptic_client *client, uint32_t playback, uint64_t offset_us, uint64_t at);

/// Sets how often a playback returns from now on to the start of the pattern at the end of the loop.
///
/// repeats: 0 ends the loop; HAPTIC_REPEAT_FOREVER is until the playback is stopped.
/// end_us: the end of the loop in the pattern, in microseconds, below 2^63; 0 is the end of the pattern. A pass takes
/// at least 20 ms. 0 if `repeats` is 0.
HAPTIC_PUBLIC int haptic_loop(
    struct haptic_client *client, uint32_t playback, uint32_t repeats, uint64_t end_us, uint64_t at);

/// Sets the rate: 2 is twice as fast. Clamped to 0.1...10.
HAPTIC_PUBLIC int haptic_set_rate(struct haptic_client *client, uint32_t playback, float rate, uint64_t at);

/// Silences a playback (1) or ends that (0). The time of a muted playback continues.
HAPTIC_PUBLIC int haptic_mute(struct haptic_client *client, uint32_t playback, int muted, uint64_t at);

/// Drops all scheduled actions of a playback, and ends it.
HAPTIC_PUBLIC int haptic_cancel(struct haptic_client *client, uint32_t playback, uint64_t at);

/// Sets a control of a playback to a value. The value holds until the next one, or until the next parameter or curve of
/// that control in the pattern.
HAPTIC_PUBLIC int haptic_set_control(
    struct haptic_client *client, uint32_t playback, int control, float value, uint64_t at);

/// Changes a control of a playback along straight lines from point to point.
///
/// points: from 1 to HAPTIC_MODULATION_MAX points in order of time; the times count from `at`.
HAPTIC_PUBLIC int haptic_modulate(
    struct haptic_client *client, uint32_t playback, int control, const struct haptic_point *points, size_t count,
    uint64_t at);

// --- Events
//
// An application that only plays needs no events. It should still call haptic_dispatch() now and then if it numbers its
// playbacks or requests verdicts, in a burst after every hundred requests: the daemon disconnects a client that leaves a
// few hundred packets unread, which stops its playbacks. The next request then connects again.

/// The kinds of events of the connection.
enum haptic_event_kind {
  /// The daemon has accepted the connection: `daemon_version`.
  HAPTIC_EVENT_CONNECTED = 1,
  /// The connection ended, and all its playbacks. No further verdicts follow for its requests: `error`.
  HAPTIC_EVENT_DISCONNECTED = 2,
  /// The result of a request, see haptic_request_verdicts(): `verdict`, `request`, `handle`, `playback`, `device`,
  /// `count`, `received`, `admitted` and `written`.
  HAPTIC_EVENT_VERDICT = 3,
  /// A playback with a number has ended: `playback`, `reason`, `device`, `written` and `ended`.
  HAPTIC_EVENT_FINISHED = 4,
  /// The devices changed. The library has already prepared all handles again.
  HAPTIC_EVENT_RESET = 5,
  /// The reply to haptic_request_devices(): `devices` and `device_count`.
  HAPTIC_EVENT_DEVICES = 6
};

/// The requests that get a verdict. The values are the opcodes of hapticd-protocol(7).
// begin enum haptic_request (generated from protocol.json)
enum haptic_request {
  HAPTIC_REQUEST_PREPARE = 2,
  HAPTIC_REQUEST_RELEASE = 3,
  HAPTIC_REQUEST_PLAY = 4,
  HAPTIC_REQUEST_STOP = 5,
  HAPTIC_REQUEST_STOP_EVERYTHING = 6,
  HAPTIC_REQUEST_DEFINE = 10,
  HAPTIC_REQUEST_TRANSPORT = 12,
  HAPTIC_REQUEST_MODULATE = 13
};
// end enum haptic_request

/// The states of a device.
// begin enum haptic_device_state (generated from protocol.json)
enum haptic_device_state {
  /// The device can play.
  HAPTIC_DEVICE_STATE_READY = 1,
  /// The device is being opened.
  HAPTIC_DEVICE_STATE_OPENING = 2,
  /// The daemon does not use devices of this kind.
  HAPTIC_DEVICE_STATE_IGNORED = 3,
  /// The daemon may not open the device.
  HAPTIC_DEVICE_STATE_NO_PERMISSION = 4,
  /// The device cannot be used.
  HAPTIC_DEVICE_STATE_FAILED = 5,
  /// The device does not respond.
  HAPTIC_DEVICE_STATE_STALLED = 6
};
// end enum haptic_device_state

/// The kinds of devices.
// begin enum haptic_device_kind (generated from protocol.json)
enum haptic_device_kind {
  /// A device of another kind.
  HAPTIC_DEVICE_KIND_OTHER = 0,
  /// The motor of a phone or tablet.
  HAPTIC_DEVICE_KIND_VIBRATOR = 1,
  /// A gamepad with rumble motors.
  HAPTIC_DEVICE_KIND_GAMEPAD = 2,
  /// A steering wheel.
  HAPTIC_DEVICE_KIND_WHEEL = 3,
  /// A joystick with force feedback.
  HAPTIC_DEVICE_KIND_JOYSTICK = 4,
  /// A touchpad with haptic clicks.
  HAPTIC_DEVICE_KIND_TOUCHPAD = 5
};
// end enum haptic_device_kind

/// A force feedback device that the daemon knows, used or ignored. Later versions add members at the end.
struct haptic_device {
  /// The size of the structure in the library. A member beyond it does not exist.
  size_t size;
  /// The number of the device, for plays and preparations; 0 if the daemon does not use it. A device that is connected
  /// again gets a new number.
  uint32_t device;
  /// An enum haptic_device_state.
  int state;
  /// An enum haptic_device_kind.
  int kind;
  /// The number of motors, 1 or 2; 0 if the daemon does not use the device.
  int motors;
  /// 1 if the motor has levels, 0 if it is only on or off. The daemon renders intensities on both.
  int has_levels;
  /// 1 if the device plays waves of a given period, which sharpness sets, instead of turning a motor.
  int plays_waves;
  /// The kernel's name of the device.
  const char *name;
  /// The device node, such as "/dev/input/event5"; empty for a simulated device.
  const char *path;
  /// The reason for the state; may be empty.
  const char *reason;
};

/// An event. Members that its kind does not name are 0. Later versions add members at the end and kinds.
struct haptic_event {
  /// The size of the structure in the library. A member beyond it does not exist.
  size_t size;
  /// An enum haptic_event_kind. Ignore unknown kinds.
  int kind;
  /// An enum haptic_error.
  int error;
  /// An enum haptic_verdict.
  int verdict;
  /// An enum haptic_request.
  int request;
  /// The handle in the request; 0 if it has none.
  int handle;
  /// An enum haptic_reason.
  int reason;
  /// The number of the playback; 0 if it has none.
  uint32_t playback;
  /// The device; 0 if there is none.
  uint32_t device;
  /// The number of stopped or changed playbacks; of levels that a prepared handle needs in the device; or of devices of a
  /// play on several, each of which sends `HAPTIC_EVENT_FINISHED`.
  uint64_t count;
  /// The time at which the daemon read the request.
  uint64_t received;
  /// The time of the decision; 0 if it was refused.
  uint64_t admitted;
  /// The time of the first level at the device. 0 in a verdict if none was written yet: the start is in the future, the
  /// pattern begins with silence, the device got its last command less than its interval ago (4 ms on most devices), a
  /// playback of higher priority holds this one, or the device has its own thread. `HAPTIC_EVENT_FINISHED` then has the
  /// time.
  /// 0 there if the playback ended before a level was written.
  uint64_t written;
  /// The time of the end.
  uint64_t ended;
  /// The version of the daemon, for display. Valid during the call.
  const char *daemon_version;
  /// The devices: those in use first, beginning with the preferred one. Valid during the call.
  const struct haptic_device *const *devices;
  /// The number of devices, from 0 to 32.
  size_t device_count;
};

// --- Names
//
// The names in hapticd-protocol(7), such as "noActuator". Never NULL, and constant for a number that this version
// knows. Another number has a name of the form "verdict 31", which is valid until the same function names another
// unknown number in the same thread.

/// Returns the name of an enum haptic_verdict.
HAPTIC_PUBLIC const char *haptic_verdict_name(int verdict);

/// Returns the name of an enum haptic_reason.
HAPTIC_PUBLIC const char *haptic_reason_name(int reason);

/// Returns the name of an enum haptic_request.
HAPTIC_PUBLIC const char *haptic_request_name(int request);

/// Returns the name of an enum haptic_device_state, such as "ready".
HAPTIC_PUBLIC const char *haptic_device_state_name(int state);

/// Returns the name of an enum haptic_device_kind, such as "gamepad".
HAPTIC_PUBLIC const char *haptic_device_kind_name(int kind);

/// Returns the name of an enum haptic_category, such as "touch".
HAPTIC_PUBLIC const char *haptic_category_name(int category);

/// Returns the name of an enum haptic_locality, such as "hand".
HAPTIC_PUBLIC const char *haptic_locality_name(int locality);

/// Returns the name of an enum haptic_control, such as "sharpness".
HAPTIC_PUBLIC const char *haptic_control_name(int control);

// --- Receiving events

/// Receives an event. May call every function of the client; a nested haptic_dispatch() has no effect.
typedef void (*haptic_handler)(struct haptic_client *client, const struct haptic_event *event, void *context);

/// Sets the handler of events, which haptic_dispatch() calls. NULL drops events.
HAPTIC_PUBLIC int haptic_set_handler(struct haptic_client *client, haptic_handler handler, void *context);

/// Requests the verdicts on all later requests (1), or none (0, the default). Handles that the library prepares again by
/// itself get a verdict each time.
HAPTIC_PUBLIC int haptic_request_verdicts(struct haptic_client *client, int enabled);

/// Requests the list of devices, without waiting: HAPTIC_EVENT_DEVICES delivers it. A HAPTIC_EVENT_RESET means that the
/// list may have changed. Does not need haptic_request_verdicts().
HAPTIC_PUBLIC int haptic_request_devices(struct haptic_client *client);

/// Returns a descriptor for poll(2) and event loops. Wait for POLLIN only, then call haptic_dispatch().
///
/// The descriptor stands for the current connection and all later ones, including room for the rest of a pattern, and
/// stays the same until haptic_close(). Do not read or close it.
/// Errors: HAPTIC_ERROR_SYSTEM.
HAPTIC_PUBLIC int haptic_fd(struct haptic_client *client);

/// Reads up to 256 received packets without waiting and calls the handler for each event. Connects if there is no
/// connection, and sends handles that are not sent yet.
///
/// Returns 0 if there is a connection, else the reason why there is none.
HAPTIC_PUBLIC int haptic_dispatch(struct haptic_client *client);

#ifdef __cplusplus
}
#endif

#endif
