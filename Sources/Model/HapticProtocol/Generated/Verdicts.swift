// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

/// The result of a request.
public enum Verdict: OpenSet, NamedNumber {
  /// The play was admitted: the motor moves, or will move at the start time.
  case played
  /// The vocabulary has no feedback of this name.
  case unknownFeedback
  /// No connected device can play, or the daemon ends.
  case noActuator
  /// The play missed its deadline.
  case expired
  /// A limit is exceeded: playbacks, patterns, pending requests or scheduled actions of a playback; or the start is too
  /// far ahead; or a definition got more records than announced.
  case limit
  /// The handle is not prepared, or has no open definition.
  case unknownHandle
  /// No playback of this client has this number; it may have ended.
  case unknownPlayback
  /// No usable device has this number.
  case unknownDevice
  /// The device is connected but does not respond, or refused the level.
  case deviceFailed
  /// The daemon does not know this request.
  case unsupported
  /// The request was carried out: success of all requests except play.
  case done
  /// The feedback is known and has no pattern on purpose: its meaning is silence.
  case silent
  /// The user has switched haptics off.
  case switchedOff
  /// The profile in force excludes the category.
  case profile
  /// The user has switched the category off.
  case categoryOff
  /// The user has switched off the application, or this category of the application.
  case applicationOff
  /// Quiet hours exclude the category.
  case quietHours
  /// The power saver excludes the category.
  case powerSaver
  /// Another session is active on the screen.
  case sessionInactive
  /// The session is locked, and media do not play on a lock screen.
  case locked
  /// The machine is about to sleep.
  case suspending
  /// The same feedback of the same application starts within the duplicate window: one action, one haptic.
  case coalesced
  /// The application exceeds its rate in the category.
  case rateLimited
  /// A playback of higher priority runs on the device.
  case outranked
  /// The user has switched the device off.
  case deviceOff
  /// The motor has run for too long and is cooling down; this category is refused meanwhile, media first, ringtones and
  /// alarms last.
  case coolingDown
  /// The request is reserved for the user's own programs outside any sandbox.
  case notPermitted
  /// A value of a later version.
  case unknown(UInt16)

  @inline(__always)
  var row: (number: UInt16, name: String) {
    switch self {
    case .played: (0, "played")
    case .unknownFeedback: (1, "unknownFeedback")
    case .noActuator: (2, "noActuator")
    case .expired: (3, "expired")
    case .limit: (4, "limit")
    case .unknownHandle: (5, "unknownHandle")
    case .unknownPlayback: (6, "unknownPlayback")
    case .unknownDevice: (7, "unknownDevice")
    case .deviceFailed: (8, "deviceFailed")
    case .unsupported: (9, "unsupported")
    case .done: (10, "done")
    case .silent: (11, "silent")
    case .switchedOff: (12, "switchedOff")
    case .profile: (13, "profile")
    case .categoryOff: (14, "categoryOff")
    case .applicationOff: (15, "applicationOff")
    case .quietHours: (16, "quietHours")
    case .powerSaver: (17, "powerSaver")
    case .sessionInactive: (18, "sessionInactive")
    case .locked: (19, "locked")
    case .suspending: (20, "suspending")
    case .coalesced: (21, "coalesced")
    case .rateLimited: (22, "rateLimited")
    case .outranked: (23, "outranked")
    case .deviceOff: (24, "deviceOff")
    case .coolingDown: (25, "coolingDown")
    case .notPermitted: (26, "notPermitted")
    case .unknown(let number): (number, "verdict \(number)")
    }
  }

  public static let allCases: [Verdict] = [
    .played, .unknownFeedback, .noActuator, .expired, .limit, .unknownHandle, .unknownPlayback, .unknownDevice,
    .deviceFailed, .unsupported, .done, .silent, .switchedOff, .profile, .categoryOff, .applicationOff, .quietHours,
    .powerSaver, .sessionInactive, .locked, .suspending, .coalesced, .rateLimited, .outranked, .deviceOff, .coolingDown,
    .notPermitted,
  ]
}
