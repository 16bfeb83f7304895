internal import FeedbackdThemes
package import HapticPatterns
package import MessageBus

/// The reason why a call is refused, in words for its developer.
package struct InvalidArgument: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

extension BusValue {
  fileprivate func asApplication() throws(InvalidArgument) -> ShortName {
    guard let name = asString.flatMap(ApplicationID.name) else {
      throw InvalidArgument("invalid app id; expected 1 to 255 bytes without control characters")
    }
    return name
  }
}

/// A checked call of `TriggerFeedback`.
package struct TriggerCall {
  package let application: ShortName
  /// The event as the client names it.
  let event: String
  /// The name of the event in the vocabulary.
  package let feedback: ShortName
  /// The highest level at which the event plays. A hint cannot raise the level in force.
  private(set) var level = FeedbackLevel.full
  private(set) var isImportant = false
  /// The absolute path of a file to play instead of the sound of the theme.
  package private(set) var soundFile: String?
  package let timeout: Timeout

  /// - Parameter arguments: values of the types `s`, `s`, `a{sv}` and `i`.
  package init(_ arguments: [BusValue]) throws(InvalidArgument) {
    application = try arguments[0].asApplication()
    guard let event = arguments[1].asString, let feedback = ApplicationID.name(event) else {
      throw InvalidArgument("invalid event; expected 1 to 255 bytes without control characters")
    }
    self.event = event
    self.feedback = feedback
    timeout = Timeout(seconds: arguments[3].asInt32 ?? -1)
    for case .entry(.string(let key), .variant(let value)) in arguments[2].asArray ?? [] { try take(key, value) }
  }

  /// Takes a hint. Unknown hints are ignored.
  private mutating func take(_ key: String, _ value: BusValue) throws(InvalidArgument) {
    switch (key, value) {
    case ("profile", .string(let profile)): level = FeedbackLevel(name: profile) ?? .silent
    case ("important", .bool(let isImportant)): self.isImportant = isImportant
    case ("sound-file", .string(let path)): soundFile = try Self.path(path)
    case ("profile", _), ("important", _), ("sound-file", _):
      throw InvalidArgument("invalid hints: \(key) has the type '\(value.typeSignature)'")
    default: break
    }
  }
}

extension TriggerCall {
  /// Checks the path of a file. An empty one counts as none.
  private static func path(_ text: String) throws(InvalidArgument) -> String? {
    if text.isEmpty { return nil }
    guard text.hasPrefix("/"), text.utf8.count <= longestPath else {
      throw InvalidArgument("invalid sound-file; expected an absolute path of at most \(longestPath) bytes")
    }
    return text
  }

  private static let longestPath = 2048
}

/// The third argument of `TriggerFeedback`.
package enum Timeout: Equatable {
  /// The event plays once.
  case once
  /// The event plays in a loop until the client ends it.
  case endless
  /// The event plays in a loop for this time.
  case limited(Duration)

  init(seconds: Int32) {
    self = seconds < 0 ? .once : seconds == 0 ? .endless : .limited(.seconds(Int64(seconds)))
  }

  package var loops: Bool { self != .once }

  var length: Duration? { if case .limited(let length) = self { length } else { nil } }
}

/// A checked call of `Vibrate`.
package struct VibrateCall {
  let application: ShortName
  package let pattern: VibrationPattern

  /// - Parameter arguments: values of the types `s` and `a(du)`.
  package init(_ arguments: [BusValue]) throws(InvalidArgument) {
    application = try arguments[0].asApplication()
    pattern = try VibrationPattern(arguments[1].asArray ?? [])
  }
}
