/// The result of a request. The daemon sends only verdicts that the version agreed in `hello` defines.
public enum Verdict: UInt16, CaseIterable, Hashable, Sendable {
  /// The play was admitted; the motor runs now, or will at the start time.
  case played = 0
  /// The vocabulary has no feedback with this name.
  case unknownFeedback = 1
  /// No connected device can play.
  case noActuator = 2
  /// The play would start after its deadline, and is dropped.
  case expired = 3
  /// The client has reached a limit of `Limits` (running playbacks, defined patterns, scheduled actions), sent more of
  /// a pattern than announced, or requested a start too far ahead.
  case limit = 4
  /// The handle is not prepared, or no pattern is being defined under it.
  case unknownHandle = 5
  /// The client has no playback with this number.
  case unknownPlayback = 6
  /// No device has this number.
  case unknownDevice = 7
  /// The device did not accept the effect, or the stop.
  case deviceFailed = 8
  /// The daemon does not know this request.
  case unsupported = 9
  /// The request succeeded; the reply to all requests except `play`.
  case done = 10
  /// The feedback is silent on purpose.
  case silent = 11
  /// The user has switched haptics off.
  case switchedOff = 12
  /// The profile in force (quiet or silent) excludes this category.
  case profile = 13
  /// The user has switched the category off.
  case categoryOff = 14
  /// The user has switched off the application, or this category of it.
  case applicationOff = 15
  /// The category does not play in quiet hours.
  case quietHours = 16
  /// The category does not play while power is saved.
  case powerSaver = 17
  /// Another session is active on the seat.
  case sessionInactive = 18
  /// The session is locked, and the category does not play on a lock screen.
  case locked = 19
  /// The system is about to sleep.
  case suspending = 20
  /// The same feedback of the same application started within the duplicate window.
  case coalesced = 21
  /// The application exceeds its rate limit in the category.
  case rateLimited = 22
  /// A playback of higher priority is on the device.
  case outranked = 23
  /// The user has switched the device off.
  case deviceOff = 24
  /// The motor must rest because it ran too long.
  case coolingDown = 25
  /// The client is not permitted to send this request, which is reserved for the user's own programs outside any
  /// sandbox.
  case notPermitted = 26

  /// The name in hapticd-protocol(7) and in hapticctl.
  public var name: String { String(describing: self) }

  /// Whether the request succeeded.
  public var isSuccess: Bool { self == .played || self == .done || self == .silent }
}

/// The reason for the end of a playback.
public enum FinishReason: UInt16, CaseIterable, Hashable, Sendable {
  /// The pattern ended.
  case ended = 1
  /// The client stopped it.
  case stopped = 2
  /// The device was disconnected.
  case unplugged = 3
  /// The device refused a level or the stop, or did not respond.
  case failed = 4
  /// A client stopped everything.
  case stoppedEverything = 5
  /// The daemon shuts down.
  case shutdown = 6
  /// The user's settings, the session or quiet hours no longer permit it.
  case forbidden = 7
  /// The motor must rest because it ran too long.
  case coolingDown = 8
  /// The system goes to sleep.
  case suspended = 9

  /// The name in hapticd-protocol(7) and in hapticctl.
  public var name: String { String(describing: self) }
}
