internal import HapticPreferences
internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles

/// The result of a request, in sentences.
struct RequestSummary {
  let request: Observed
  let clock: WallClock
  /// The names of connected devices by their numbers.
  var devices: [UInt32: String] = [:]
  /// The settings of the daemon; nil if they are unknown.
  var settings: Preferences?
  /// The present circumstances of the daemon.
  var circumstances: Circumstances = []
  /// The sound and the light of the same event.
  var others: [Observed] = []
  /// The same play on further devices.
  var further: [Observed] = []

  @ListBuilder<String> var sentences: [String] {
    "\(opening) \(outcome)."
    if let remedy = reason.remedy { Self.sentence(remedy: remedy) }
    asides
    further.map { "On \(deviceName(of: $0) ?? "no device") it \(outcome(of: $0))." }
    others.map(Self.sentence)
  }

  var reason: Reason { Reason(request, device: deviceName(of: request), settings: settings) }

  private static func sentence(remedy: String) -> String {
    remedy.first == "'" ? "\(remedy)." : "To change that: \(remedy)"
  }

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
    return outcome(of: request, deviceName(of: request).map { " on \($0)" } ?? "")
  }

  /// The result of a haptic play on a device.
  private func outcome(of play: Observed, _ place: String = "") -> String {
    guard play.verdict == .played else { return "was not felt because \(Reason(play).because)" }
    guard let latency = play.latencyNanoseconds else {
      if play.intensity == 0 { return "was not felt\(place) because its intensity was 0%" }
      let end = play.end.map { ", and \($0.words)" } ?? ", and has not reached the motor yet"
      return "was admitted\(place)\(end)"
    }
    let end = play.end.map { ", and \($0.words)" } ?? ", and is still playing"
    let length = duration(nanoseconds: abs(latency))
    // A scheduled start has no cause before it: its first level is written ahead by the time that the motor needs.
    let moment = latency < 0 ? "\(length) before the cause" : "\(length) after the cause"
    return "was felt at \(percent(play.felt))\(place), \(moment)\(end)"
  }

  @ListBuilder<String> private var asides: [String] {
    if let places = Lateness(request)?.places { places }
    if request.verdict == .played, request.felt < request.intensity {
      "The application requested \(percent(request.intensity)); the settings reduce it to \(percent(request.felt))\(reductions)."
    } else if request.verdict == .played, request.felt > request.intensity {
      "The application requested \(percent(request.intensity)); \(percent(request.felt)) is the weakest that the device "
        + "makes felt."
    }
    if request.end == .forbidden, let now = presentReason {
      "It would be refused now because \(now.because)."
      if let remedy = now.remedy { Self.sentence(remedy: remedy) }
    }
    if request.importance == .denied {
      request.identity.isVerified
        ? "It asked to be important, without permission: hapticctl set \(request.importanceKey) true"
        : "It asked to be important, which requires a verified application; \(Verification.way)."
    }
  }

  /// The reason why the settings or the circumstances do not permit the play now; nil if they do, or if they are unknown.
  private var presentReason: Reason? {
    let device = deviceName(of: request)
    guard let settings, let verdict = request.refusal(by: settings, in: circumstances, onDevice: device) else {
      return nil
    }
    return Reason(
      verdict, feedback: "\(request.feedback)", application: "\(request.applicationName)",
      category: request.category?.known, device: device, settings: settings)
  }

  /// The settings that reduce the strength, with their values; empty if they are unknown.
  private var reductions: String {
    guard let settings else { return "" }
    let keys = PreferenceKey.strengths(
      of: request.category?.known, application: request.applicationName,
      device: deviceName(of: request).map { ShortName(truncating: $0) })
    let reducing = keys.compactMap { key -> String? in
      guard case .strength(let strength) = key.value(in: settings), strength < .full else { return nil }
      return PreferenceKind.strength.typedText(of: .strength(strength)).map { "\(key) is \($0)" }
    }
    return reducing.isEmpty ? "" : ": " + reducing.joined(separator: ", ")
  }

  private func deviceName(of play: Observed) -> String? {
    play.device.map { devices[$0.rawValue] ?? "device \($0.rawValue)" }
  }
}

extension Observed {
  /// The setting that permits its application to be important, as one word of a shell command.
  var importanceKey: String { "app.\(applicationName).important".shellWord }

  fileprivate var refused: String {
    switch medium {
    case .sound: "was not played"
    case .light: "was not shown"
    case .haptic, .unknown: opcode == .play ? "was not felt" : "was refused"
    }
  }

  /// The application and its process, such as `org.example.Game (4711)`, or `keyboard? (4711)` for an id that only
  /// the client claims.
  var who: String { whoWords(identity, applicationName, processID) }
}

/// The verification of applications, which `important` requires.
enum Verification {
  /// The way to a verified id, as the end of a sentence.
  static let way =
    "a program becomes verified as a Flatpak or a snap, or in a unit of systemd with its id, as desktops start it: "
    + "systemd-run --user --scope --unit=app-ID-1 PROGRAM, see hapticd(8)"

  /// The note that an application, of which the daemon has records, has not been verified; nil if it has been, or if it
  /// has no record.
  static func note(on application: ShortName, in records: [Observed]) -> String? {
    let own = records.filter { $0.applicationName == application }
    guard !own.isEmpty, !own.contains(where: \.identity.isVerified) else { return nil }
    return "\(application) is not verified, so that its setting important has no effect; \(way)"
  }
}

extension Observed {
  /// The verdict by which the settings or the circumstances would refuse the play now; nil if they permit it.
  func refusal(by settings: Preferences, in circumstances: Circumstances, onDevice device: String?) -> Verdict? {
    guard let category = category?.known else { return nil }
    let verdict = settings.objection(
      to: category, of: settings[application: applicationName], in: circumstances, isImportant: importance == .granted)
    if let verdict { return verdict }
    let isDeviceOff = device.map { settings[device: ShortName(truncating: $0)].effectiveStrength == .none } ?? false
    return isDeviceOff ? .deviceOff : nil
  }
}
