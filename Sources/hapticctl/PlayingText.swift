internal import Haptics

// Tells what plays now, and whose it is.

extension PlayingRecord {
  /// Such as `hum of org.example.Game (812) on device 1, media at 50%: for 1.2 s, ends in 0.8 s`.
  func line(at now: Instant) -> String {
    let what = feedback.isEmpty ? "a pattern of its own" : "\(feedback)"
    let strength = Int((Double(felt) / 655.35).rounded())
    return "\(what) of \(who) on device \(device.rawValue), \(category.name) at \(strength)%: "
      + ([time(at: now)] + conditions).joined(separator: ", ")
  }

  /// `org.example.Game (812)`; with a question mark where only the client says so.
  private var who: String {
    switch identity {
    case .none: "an unnamed client (\(processID))"
    case .claimed: "\(applicationName)? (\(processID))"
    default: "\(applicationName) (\(processID))"
    }
  }

  private func time(at now: Instant) -> String {
    if state == .waiting { return "starts in \(Self.words(startNanoseconds - now.nanoseconds))" }
    let since = "for \(Self.words(now.nanoseconds - startNanoseconds))"
    guard let endNanoseconds else { return since }
    return "\(since), ends in \(Self.words(endNanoseconds - now.nanoseconds))"
  }

  /// What keeps it from being felt as it is.
  private var conditions: [String] {
    let told = state == .paused ? "paused" : state == .muted ? "muted" : nil
    let treated =
      switch treatment {
      case .mixed: nil as String?
      case .ducked: "weaker than that, as something of higher priority plays"
      case .held: "not felt, as something of higher priority plays"
      }
    return [told, treated].compactMap(\.self)
  }

  private static func words(_ nanoseconds: Int64) -> String { duration(nanoseconds: max(nanoseconds, 0)) }

  /// What plays, a line each, as many as a person reads.
  static func lines(_ records: [PlayingRecord], at now: Instant) -> [String] {
    if records.isEmpty { return ["playing: nothing"] }
    let shown = records.prefix(longest)
    let rest = records.count - shown.count
    return ["playing: \(counted(records.count, "playback"))"] + shown.map { "  " + $0.line(at: now) }
      + (rest > 0 ? ["  and \(rest) more; see: hapticctl status --json"] : [])
  }

  private static let longest = 20
}

struct PlayingJSON: Encodable {
  /// The play's number in the history.
  let number: UInt64
  /// Nil for a client's own pattern.
  let feedback: String?
  let application: String
  /// `none`, `claimed`, `unit`, `snap` or `flatpak`.
  let identity: String
  let processID, deviceID: UInt32
  let category: String
  /// `mixed`, `ducked` or `held`.
  let treatment: String
  /// `waiting`, `playing`, `paused` or `muted`.
  let state: String
  /// From 0 to 1: what the client asked for, and what is left of it to be felt.
  let intensity, felt: Double
  let startNanoseconds: Int64
  /// Nil where that is not known.
  let endNanoseconds: Int64?

  init(_ record: PlayingRecord) {
    number = record.number
    feedback = record.feedback.isEmpty ? nil : "\(record.feedback)"
    application = "\(record.applicationName)"
    identity = "\(record.identity)"
    processID = record.processID
    deviceID = record.device.rawValue
    category = record.category.name
    treatment = "\(record.treatment)"
    state = "\(record.state)"
    intensity = Double(record.intensity) / 65535
    felt = Double(record.felt) / 65535
    startNanoseconds = record.startNanoseconds
    endNanoseconds = record.endNanoseconds
  }
}
