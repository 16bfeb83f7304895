internal import Haptics

/// The result of a request, in sentences.
struct RequestSummary {
  let request: Observed
  let clock: WallClock
  /// The names of connected devices by their numbers.
  var devices: [UInt32: String] = [:]
  /// The sound and the light of the same event.
  var others: [Observed] = []

  var sentences: [String] {
    var sentences = ["\(opening) \(outcome)."]
    if let remedy = reason.remedy { sentences.append(remedy.first == "'" ? "\(remedy)." : "To change that: \(remedy)") }
    sentences += asides
    sentences += others.map(Self.sentence)
    return sentences
  }

  private var reason: Reason { Reason(request, device: deviceName) }

  /// A sentence about the sound or the light of an event.
  private static func sentence(_ other: Observed) -> String {
    let medium = other.medium
    if other.verdict == .played { return medium == .sound ? "Its sound was played." : "Its light was shown." }
    let reason = Reason(other)
    let remedy = reason.remedy.map { "; \($0)" } ?? ""
    return "Its \(medium) was not \(medium == .sound ? "played" : "shown") because \(reason.because)\(remedy)."
  }

  private var opening: String {
    let time = clock.timeOfDay(monotonicNanoseconds: request.receivedNanoseconds)
    let what =
      request.feedback.isEmpty ? (request.opcode == .play ? "a pattern" : "\(request.opcode)") : "\(request.feedback)"
    let medium = request.medium == .haptic ? "" : "\(request.medium) of "
    return "#\(request.number), \(time): \(medium)\(what) of \(request.who)"
  }

  private var outcome: String {
    guard request.verdict.isSuccess, request.verdict != .silent else {
      return "\(request.refused) because \(reason.because)"
    }
    if request.medium != .haptic { return request.medium == .sound ? "was played" : "was shown" }
    guard request.opcode == .play else { return "was carried out" }
    guard let latency = request.latencyNanoseconds else {
      let end = request.end.map { ", and \($0.words)" } ?? ", and has not reached the motor yet"
      return "was admitted\(place)\(end)"
    }
    let end = request.end.map { ", and \($0.words)" } ?? ", and is still playing"
    return "was felt at \(share(request.felt))\(place), \(duration(nanoseconds: latency)) after the cause\(end)"
  }

  private var asides: [String] {
    var asides: [String] = []
    if request.verdict == .played, request.felt < request.intensity {
      asides.append(
        "The application requested \(share(request.intensity)); the settings reduce it to \(share(request.felt)).")
    }
    if request.importance == .denied {
      asides.append(
        request.identity.isVerified
          ? "It asked to be important, without permission: hapticctl set app.\(request.applicationName).important true"
          : "It asked to be important, which requires a verified application.")
    }
    return asides
  }

  private var deviceName: String? { request.device.map { devices[$0.rawValue] ?? "device \($0.rawValue)" } }
  private var place: String { deviceName.map { " on \($0)" } ?? "" }

  private func share(_ value: UInt16) -> String { (Double(value) / 655.35).fixed(0) + "%" }
}

extension Observed {
  fileprivate var refused: String {
    switch medium {
    case .sound: "was not played"
    case .light: "was not shown"
    case .haptic: opcode == .play ? "was not felt" : "was refused"
    }
  }

  /// The application and its process, such as `org.example.Game (4711)`, or `keyboard? (4711)` for an id that only
  /// the client claims.
  var who: String { whoWords(identity, applicationName, processID) }
}
