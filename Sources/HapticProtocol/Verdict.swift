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
  /// The device is there but did not take the effect.
  case deviceFailed = 8
  /// The daemon does not know this request.
  case unsupported = 9
  /// The request was carried out: the answer to all but `play`.
  case done = 10
  /// The feedback is known and means nothing: its absence is what is to be felt.
  case silent = 11

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
  /// The device refused a level in the middle.
  case failed = 4
  /// Somebody stopped everything.
  case stoppedEverything = 5
  /// The daemon ends.
  case shutdown = 6

  /// The name used in `hapticd-protocol(7)` and by hapticctl.
  public var name: String { String(describing: self) }
}
