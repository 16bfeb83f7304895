internal import Haptics

/// The result of a request, in sentences.
struct RequestSummary {
  let request: Observed
  let clock: WallClock
  /// The names of connected devices by their numbers.
  var devices: [UInt32: String] = [:]

  var sentences: [String] {
    var sentences = ["\(opening) \(outcome)."]
    if let remedy = reason.remedy { sentences.append(remedy.first == "'" ? "\(remedy)." : "To change that: \(remedy)") }
    sentences += asides
    return sentences
  }

  private var reason: Reason {
    Reason(
      request.verdict, feedback: "\(request.feedback)", application: "\(request.applicationName)",
      category: request.category, device: deviceName)
  }

  private var opening: String {
    let time = clock.timeOfDay(monotonicNanoseconds: request.receivedNanoseconds)
    let what =
      request.feedback.isEmpty ? (request.opcode == .play ? "a pattern" : "\(request.opcode)") : "\(request.feedback)"
    return "#\(request.number), \(time): \(what) of \(request.who)"
  }

  private var outcome: String {
    guard request.verdict.isSuccess, request.verdict != .silent else {
      return "\(request.opcode == .play ? "was not felt" : "was refused") because \(reason.because)"
    }
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
  /// The application and its process, such as `org.example.Game (4711)`, or `keyboard? (4711)` for an id that only
  /// the client claims.
  var who: String { whoWords(identity, applicationName, processID) }
}
