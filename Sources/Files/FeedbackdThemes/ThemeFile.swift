internal import HapticPatterns
internal import HapticSystem
internal import TextDiagnostics

/// One file of a theme of feedbackd.
///
///     { "name": "purism,librem5", "parent-name": "default",
///       "profiles": [ { "name": "full", "feedbacks": [ { "event-name": "...", "type": "Sound", "effect": "..." } ] } ] }
///
/// An invalid feedback is skipped with a finding.
struct ThemeFile {
  private(set) var parent: String?
  private(set) var feedbacks: [Place: Kind] = [:]
  private(set) var findings: [Finding] = []

  /// A feedback of a file replaces that of its parent at the same place.
  struct Place: Hashable {
    let event: String
    let level: FeedbackLevel
  }

  enum Kind {
    case pattern(Pattern)
    case sound(SoundFeedback)
    case light(LightFeedback)
    case pause(Duration)
  }

  /// Ten times the size of feedbackd's own theme; those of devices have 1 to 2 kB.
  private static let limits = FileLimits(maximumBytes: 64 << 10, maximumValues: 8192, maximumWarnings: 20)

  /// - Parameter room: the bytes that remain for the files of the theme; reduced by this file.
  /// - Throws: the reason why the whole file cannot be used.
  init(path: String, room: inout Int) throws(Refused) {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.read(path, upTo: Self.limits.maximumBytes)
    } catch {
      throw Refused("cannot be read: \(error.words)", remedy: error.remedy(or: "check its path and its permissions"))
    }
    guard bytes.count <= room else {
      throw Refused(
        "the files of the theme have more than \(FeedbackdTheme.mostBytes) bytes", remedy: "remove unused feedbacks")
    }
    room -= bytes.count
    try self.init(bytes)
  }

  /// - Throws: the reason why the whole text cannot be used.
  init(_ bytes: [UInt8]) throws(Refused) {
    let document = try JSONDocument(bytes, limits: Self.limits)
    (_, findings) = try document.read { (root, report) throws(Remark) in try read(root, &report) }
  }

  private mutating func read(_ root: JSONNode, _ report: inout DiagnosticReport) throws(Remark) {
    if let parent = root["parent-name"] {
      guard case .string(let name) = parent.value else {
        throw parent.remark("found \(parent.value.kind); expected the name of a theme", remedy: "write \"default\"")
      }
      self.parent = name
    }
    guard let profiles = root["profiles"]?.elements else {
      throw root.remark("no profiles", remedy: "write \"profiles\": [ ... ]")
    }
    for profile in profiles {
      guard case .string(let name) = profile["name"]?.value, let level = FeedbackLevel(name: name) else {
        report.warn(
          "a profile with an unknown name; ignored", at: .value(profile.path), remedy: "write full, quiet or silent")
        continue
      }
      for feedback in profile["feedbacks"]?.elements ?? [] { note(feedback, level, &report) }
    }
  }

  private mutating func note(_ node: JSONNode, _ level: FeedbackLevel, _ report: inout DiagnosticReport) {
    do throws(Remark) {
      guard case .string(let event) = node["event-name"]?.value, !event.isEmpty else {
        throw node.remark("no event", remedy: "write \"event-name\"")
      }
      feedbacks[Place(event: event, level: level)] = try kind(of: node, &report)
    } catch {
      report.warn("\(error.message); the feedback is ignored", at: error.place, remedy: error.remedy)
    }
  }

  // MARK: Feedbacks

  private func kind(of node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) -> Kind {
    switch node["type"]?.value {
    case .string("Sound"): .sound(try sound(node))
    case .string("Led"): .light(try light(node, &report))
    case .string("Dummy"): .pause(try pause(node, &report))
    default: .pattern(try FeedbackdFeedback.pattern(of: node, &report))
    }
  }

  private func sound(_ node: JSONNode) throws(Remark) -> SoundFeedback {
    guard case .string(let effect) = node["effect"]?.value, Self.isName(effect) else {
      throw node.remark("a sound without a name", remedy: "write \"effect\" with the name of a sound")
    }
    guard case .string(let role) = node["media-role"]?.value, Self.isName(role) else { return SoundFeedback(effect) }
    return SoundFeedback(effect, role: role)
  }

  /// Whether a text can be part of a request to the sound server.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
  }

  private func light(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) -> LightFeedback {
    let color = try node["color"].map { (node) throws(Remark) in try Self.color(node) } ?? (255, 255, 255)
    let percent = try number("max-brightness", of: node, in: 1...100, or: 100, &report)
    let frequency = try number("frequency", of: node, in: 0...Self.highestFrequency, or: 0, &report)
    return LightFeedback(
      red: color.0, green: color.1, blue: color.2, percent: UInt8(percent), millihertz: UInt32(frequency))
  }

  /// 25 Hz, in 1/1000 Hz: faster blinking looks steady.
  private static let highestFrequency = 25_000.0

  private static func color(_ node: JSONNode) throws(Remark) -> (UInt8, UInt8, UInt8) {
    switch node.value {
    case .string("red"): return (255, 0, 0)
    case .string("green"): return (0, 255, 0)
    case .string("blue"): return (0, 0, 255)
    case .string("white"): return (255, 255, 255)
    case .string(let text):
      let digits = Array(text.utf8.dropFirst())
      if text.hasPrefix("#"), digits.count == 6, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
        let number = UInt32(text.dropFirst(), radix: 16)
      {
        return (UInt8(number >> 16), UInt8(number >> 8 & 0xff), UInt8(number & 0xff))
      }
    default: break
    }
    throw node.remark("an unknown color", remedy: "write red, green, blue, white or #RRGGBB")
  }

  private func pause(_ node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) -> Duration {
    guard let duration = node["duration"] else { return .zero }
    return try report.milliseconds(duration)
  }

  private func number(
    _ key: String, of node: JSONNode, in range: ClosedRange<Double>, or usual: Double, _ report: inout DiagnosticReport
  ) throws(Remark) -> Double {
    guard let member = node[key] else { return usual }
    guard case .number(let number) = member.value else {
      throw member.remark("found \(member.value.kind); expected a number", remedy: "write a number")
    }
    return report.clamped(number, to: range, at: .value(member.path))
  }
}
