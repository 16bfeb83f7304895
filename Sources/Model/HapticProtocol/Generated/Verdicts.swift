// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

/// The result of a request.
public enum Verdict: OpenSet {
  /// The play was admitted: the motor moves, or will move at the start time.
  case played
  /// The vocabulary has no feedback of this name.
  case unknownFeedback
  /// No connected device can play.
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

  public init(rawValue: UInt16) {
    switch rawValue {
    case 0: self = .played
    case 1: self = .unknownFeedback
    case 2: self = .noActuator
    case 3: self = .expired
    case 4: self = .limit
    case 5: self = .unknownHandle
    case 6: self = .unknownPlayback
    case 7: self = .unknownDevice
    case 8: self = .deviceFailed
    case 9: self = .unsupported
    case 10: self = .done
    case 11: self = .silent
    case 12: self = .switchedOff
    case 13: self = .profile
    case 14: self = .categoryOff
    case 15: self = .applicationOff
    case 16: self = .quietHours
    case 17: self = .powerSaver
    case 18: self = .sessionInactive
    case 19: self = .locked
    case 20: self = .suspending
    case 21: self = .coalesced
    case 22: self = .rateLimited
    case 23: self = .outranked
    case 24: self = .deviceOff
    case 25: self = .coolingDown
    case 26: self = .notPermitted
    default: self = .unknown(rawValue)
    }
  }

  public var rawValue: UInt16 {
    switch self {
    case .played: 0
    case .unknownFeedback: 1
    case .noActuator: 2
    case .expired: 3
    case .limit: 4
    case .unknownHandle: 5
    case .unknownPlayback: 6
    case .unknownDevice: 7
    case .deviceFailed: 8
    case .unsupported: 9
    case .done: 10
    case .silent: 11
    case .switchedOff: 12
    case .profile: 13
    case .categoryOff: 14
    case .applicationOff: 15
    case .quietHours: 16
    case .powerSaver: 17
    case .sessionInactive: 18
    case .locked: 19
    case .suspending: 20
    case .coalesced: 21
    case .rateLimited: 22
    case .outranked: 23
    case .deviceOff: 24
    case .coolingDown: 25
    case .notPermitted: 26
    case .unknown(let number): number
    }
  }

  public var name: String {
    switch self {
    case .played: "played"
    case .unknownFeedback: "unknownFeedback"
    case .noActuator: "noActuator"
    case .expired: "expired"
    case .limit: "limit"
    case .unknownHandle: "unknownHandle"
    case .unknownPlayback: "unknownPlayback"
    case .unknownDevice: "unknownDevice"
    case .deviceFailed: "deviceFailed"
    case .unsupported: "unsupported"
    case .done: "done"
    case .silent: "silent"
    case .switchedOff: "switchedOff"
    case .profile: "profile"
    case .categoryOff: "categoryOff"
    case .applicationOff: "applicationOff"
    case .quietHours: "quietHours"
    case .powerSaver: "powerSaver"
    case .sessionInactive: "sessionInactive"
    case .locked: "locked"
    case .suspending: "suspending"
    case .coalesced: "coalesced"
    case .rateLimited: "rateLimited"
    case .outranked: "outranked"
    case .deviceOff: "deviceOff"
    case .coolingDown: "coolingDown"
    case .notPermitted: "notPermitted"
    case .unknown(let number): "verdict \(number)"
    }
  }

  public static let allCases = (0...26 as ClosedRange<UInt16>).map { Verdict(rawValue: $0) }
}
