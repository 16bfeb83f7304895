internal import ClientIdentity
internal import HapticPatterns
internal import MessageBus

/// The reason why a call is refused, in words for its developer.
struct InvalidArgument: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

/// The name of an application in a call.
struct ApplicationName: Equatable {
  let name: ShortName

  /// For calls without one.
  static let none = ApplicationName(name: .empty)

  private init(name: ShortName) { self.name = name }

  init(_ value: BusValue) throws(InvalidArgument) {
    guard let name = value.asString.flatMap(ApplicationID.name) else {
      throw InvalidArgument("invalid app id; expected 1 to 255 bytes without control characters")
    }
    self.name = name
  }
}

/// A checked call of `TriggerFeedback`.
struct TriggerCall {
  let application: ApplicationName
  let feedback: ShortName
  /// Whether a hint lowers the profile to silent. A higher profile changes nothing: in feedbackd, haptics belong to the
  /// profile quiet, and a hint cannot raise the profile.
  private(set) var isSilenced = false
  private(set) var isImportant = false
  let timeout: Timeout

  init(_ arguments: [BusValue]) throws(InvalidArgument) {
    application = try ApplicationName(arguments[0])
    guard let feedback = arguments[1].asString.flatMap(ApplicationID.name) else {
      throw InvalidArgument("invalid event; expected 1 to 255 bytes without control characters")
    }
    self.feedback = feedback
    timeout = Timeout(seconds: arguments[3].asInt32 ?? -1)
    for case .entry(.string(let key), .variant(let value)) in arguments[2].asArray ?? [] { try take(key, value) }
  }

  /// Takes a hint. Unknown hints are ignored.
  private mutating func take(_ key: String, _ value: BusValue) throws(InvalidArgument) {
    switch (key, value) {
    case ("profile", .string(let profile)): isSilenced = profile != "full" && profile != "quiet"
    case ("important", .bool(let isImportant)): self.isImportant = isImportant
    // The daemon plays no sounds, and opens no file that a client names.
    case ("sound-file", .string): break
    case ("profile", _), ("important", _), ("sound-file", _):
      throw InvalidArgument("invalid hints: \(key) has the type '\(value.typeSignature)'")
    default: break
    }
  }
}

/// The third argument of `TriggerFeedback`.
enum Timeout: Equatable {
  /// The event plays once.
  case once
  /// The event plays in a loop until the client ends it.
  case endless
  /// The event plays in a loop for this time.
  case limited(Duration)

  init(seconds: Int32) {
    self = seconds < 0 ? .once : seconds == 0 ? .endless : .limited(.seconds(Int64(seconds)))
  }

  var loops: Bool { self != .once }

  var length: Duration? { if case .limited(let length) = self { length } else { nil } }
}

/// A checked call of `Vibrate`.
struct VibrateCall {
  let application: ApplicationName
  let pattern: VibrationPattern

  init(_ arguments: [BusValue]) throws(InvalidArgument) {
    application = try ApplicationName(arguments[0])
    pattern = try VibrationPattern(arguments[1].asArray ?? [])
  }
}
