/// What became of a request. A daemon sends a client no verdict that the version agreed in `hello` does not define.
public enum Verdict: UInt16, CaseIterable, Hashable, Sendable {
  /// The play was admitted; the motor moves, or will at the start time.
  case played = 0
  /// The vocabulary has no feedback of this name.
  case unknownFeedback = 1
  /// No device that could play is connected.
  case noActuator = 2
  /// The play would have started later than its deadline allows: late is worse than never.
  case expired = 3
  /// The client has as many playbacks running, patterns defined or actions scheduled as `Limits` allows, sent more of a
  /// pattern than it announced, or asked to start too far ahead.
  case limit = 4
  /// The handle is not prepared, or nothing is being defined under it.
  case unknownHandle = 5
  /// No playback of this client has this number.
  case unknownPlayback = 6
  /// No device has this number.
  case unknownDevice = 7
  /// The device is there but did not take the effect, or the stop.
  case deviceFailed = 8
  /// The daemon does not know this request.
  case unsupported = 9
  /// The request was carried out: the answer to all but `play`.
  case done = 10
  /// The feedback is known and means nothing: its absence is what is to be felt.
  case silent = 11
  /// The person has switched haptics off.
  case switchedOff = 12
  /// The profile in force (quiet, silent) leaves this category out.
  case profile = 13
  /// The person has switched the category off.
  case categoryOff = 14
  /// The person has switched the application off, or this category of it.
  case applicationOff = 15
  /// In the person's quiet hours the category does not play.
  case quietHours = 16
  /// While power is saved the category does not play.
  case powerSaver = 17
  /// Another session has the screen.
  case sessionInactive = 18
  /// The session is locked, and the category does not play on a lock screen.
  case locked = 19
  /// The machine is about to sleep.
  case suspending = 20
  /// The same feedback of the same application started a moment ago: one action, one haptic.
  case coalesced = 21
  /// The application plays more often in the category than the person allows.
  case rateLimited = 22
  /// Something of higher priority plays on the device.
  case outranked = 23
  /// The person has switched the device off.
  case deviceOff = 24
  /// The motor has run for so long that it must rest.
  case coolingDown = 25
  /// The client may not ask for this: it is for the user's own tools, outside any sandbox.
  case notPermitted = 26

  /// The name used in `hapticd-protocol(7)` and by hapticctl.
  public var name: String { String(describing: self) }

  /// Whether the request was carried out, or a refusal.
  public var isSuccess: Bool { self == .played || self == .done || self == .silent }
}

/// Why a playback ended.
public enum FinishReason: UInt16, CaseIterable, Hashable, Sendable {
  /// It came to its end.
  case ended = 1
  /// Its client stopped it.
  case stopped = 2
  /// The device left.
  case unplugged = 3
  /// The device refused a level in the middle, or the stop, or does not answer.
  case failed = 4
  /// Somebody stopped everything.
  case stoppedEverything = 5
  /// The daemon ends.
  case shutdown = 6
  /// The person's settings, the session or the hour forbid it from now on.
  case forbidden = 7
  /// The motor has run for so long that it must rest.
  case coolingDown = 8
  /// The machine goes to sleep.
  case suspended = 9

  /// The name used in `hapticd-protocol(7)` and by hapticctl.
  public var name: String { String(describing: self) }
}
