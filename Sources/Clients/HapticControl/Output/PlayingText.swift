internal import HapticProtocol
internal import Haptics

extension PlayingRecord {
  /// A line such as `#12  message-new-instant of org.example.Chat (4711) on device 1, notification, felt at 60%, ends
  /// in 1.2 s`.
  func line(at now: Instant) -> String {
    let name = feedback.isEmpty ? "a pattern" : "\(feedback)"
    let parts = ["\(name) of \(who) on device \(device.rawValue)", category.name, "felt at \(percent(felt))"]
    return "#\(number)  " + (parts + (treatment.words.map { [$0] } ?? []) + [words(at: now)]).joined(separator: ", ")
  }

  private func words(at now: Instant) -> String {
    switch state {
    case .waiting: "starts in \(Self.words(from: now, to: startNanoseconds))"
    case .paused: "\(state)"
    case .playing: endWords(at: now)
    case .muted, .unknown: "\(state), \(endWords(at: now))"
    }
  }

  private func endWords(at now: Instant) -> String {
    endNanoseconds.map { "ends in \(Self.words(from: now, to: $0))" } ?? "no known end"
  }

  private static func words(from now: Instant, to nanoseconds: Int64) -> String {
    Duration.nanoseconds(max(nanoseconds - now.nanoseconds, 0)).words
  }

  private var who: String { whoWords(identity, applicationName, processID) }
}

extension PlayingRecord.Treatment {
  /// The effect of a playback of higher priority; nil if there is no effect.
  fileprivate var words: String? {
    switch self {
    case .mixed: nil
    case .ducked, .held: "\(name) by a playback of higher priority"
    case .unknown: name
    }
  }
}

/// An application and its process, such as `org.example.Game (4711)`. A question mark follows an id that only the
/// client claims: `keyboard? (4711)`.
func whoWords(_ identity: Observed.IdentitySource, _ name: ShortName, _ processID: UInt32) -> String {
  switch identity {
  case .none: "- (\(processID))"
  case .unknown: "\(name) by \(identity) (\(processID))"
  case .claimed: "\(name)? (\(processID))"
  default: "\(name) (\(processID))"
  }
}

extension JSONObject {
  static func playing(_ record: PlayingRecord, _ clock: WallClock) -> JSONObject {
    let object: JSONObject = [
      "number": record.number, "deviceID": record.device.rawValue, "processID": record.processID,
      "application": record.applicationName.words, "identity": "\(record.identity)", "feedback": record.feedback.words,
      "category": record.category.name, "treatment": "\(record.treatment)", "playbackState": "\(record.state)",
      "intensity": strength(record.intensity), "feltStrength": strength(record.felt),
    ]
    return object.with(moments: ["start": record.startNanoseconds, "end": record.endNanoseconds], clock)
  }
}
