package import HapticPatterns
package import TextDiagnostics

/// One haptic feedback of feedbackd.
package enum FeedbackdFeedback {
  private enum Kind: String, CaseIterable {
    case pattern = "VibraPattern"
    case rumble = "VibraRumble"
    case periodic = "VibraPeriodic"
  }

  package static func isFelt(_ node: JSONNode) -> Bool {
    guard case .string(let text) = node["type"]?.value else { return false }
    return Kind(rawValue: text) != nil
  }

  /// Reads a feedback.
  ///
  /// - Throws: a remark if it is not haptic (`Sound`, `Led`, `Dummy`) or invalid.
  package static func pattern(of node: JSONNode, _ report: inout DiagnosticReport) throws(Remark) -> Pattern {
    guard var fields = JSONFields(node, &report), let (type, place) = fields.string("type", &report) else {
      throw node.remark("no type", remedy: "write \"type\": \"VibraPattern\"")
    }
    guard let kind = Kind(rawValue: type) else {
      throw Remark(
        "\(Quotation.quoted(type)) is not haptic", at: .value(place),
        remedy: "use one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    _ = fields.take("event-name", &report)
    let pattern =
      switch kind {
      case .pattern: try steps(&fields, at: node, &report)
      case .rumble: rumble(&fields, at: node, &report)
      case .periodic: periodic(&fields, at: node, &report)
      }
    fields.finish(&report)
    return pattern
  }

  /// The duration that feedbackd uses if none is given.
  private static let defaultDuration = Duration.seconds(1)

  // MARK: VibraPattern

  /// Reads magnitudes of 0...1, 0 for a pause, and the same number of durations in milliseconds.
  private static func steps(
    _ fields: inout JSONFields, at node: JSONNode, _ report: inout DiagnosticReport
  ) throws(Remark) -> Pattern {
    let magnitudes = fields.elements("magnitudes", &report)
    let durations = fields.elements("durations", &report)
    guard magnitudes.count == durations.count, !magnitudes.isEmpty else {
      throw node.remark(
        "\(magnitudes.count) magnitudes and \(durations.count) durations",
        remedy: "write equal numbers of both, at least one"
      )
    }
    var pulses = Pulses()
    for (magnitude, duration) in zip(magnitudes, durations) {
      guard case .number(let number) = magnitude.value else {
        throw magnitude.remark("found \(magnitude.value.kind); expected a magnitude", remedy: "write 0...1")
      }
      let amplitude = report.clamped(number, to: 0...1, at: .value(magnitude.path))
      pulses.append(amplitude, for: try report.milliseconds(duration))
      try report.check(pulses, at: .value(duration.path))
    }
    return Pattern(pulses.events)
  }

  // MARK: VibraRumble

  /// Reads `count` bursts within the whole duration, each followed by a pause, which the duration includes.
  private static func rumble(
    _ fields: inout JSONFields, at node: JSONNode, _ report: inout DiagnosticReport
  ) -> Pattern {
    let whole = duration("duration", &fields, &report) ?? defaultDuration
    let pause = duration("pause", &fields, &report) ?? .zero
    let magnitude = number("magnitude", in: 0...1, &fields, &report) ?? 1
    let count = Int(number("count", in: 1...Double(report.limits.maximumEvents / 2), &fields, &report) ?? 1)
    var burst = .rounding(seconds: whole.inSeconds / Double(count)) - pause
    var bursts = count
    if burst <= .zero {
      report.warn(
        "the pauses leave no time for bursts; played as one burst of a second, as feedbackd does",
        at: .value(node.path),
        remedy: "make the duration longer than count times pause")
      (burst, bursts) = (defaultDuration, 1)
    }
    var pulses = Pulses()
    for _ in 0..<bursts {
      pulses.append(magnitude, for: burst)
      pulses.append(0, for: pause)
    }
    return Pattern(pulses.events)
  }

  // MARK: VibraPeriodic

  /// The maximum magnitude of a periodic effect in the kernel, which is signed. Themes for feedbackd before 0.8 use it;
  /// values of at most 1 are relative, as in later ones.
  private static let fullMagnitude = 32_767.0

  private static func relative(_ magnitude: Double) -> Double {
    magnitude <= 1 ? magnitude : magnitude / fullMagnitude
  }

  /// Reads a vibration with an optional fade-in from a level to its magnitude.
  private static func periodic(
    _ fields: inout JSONFields, at node: JSONNode, _ report: inout DiagnosticReport
  ) -> Pattern {
    let whole = duration("duration", &fields, &report) ?? defaultDuration
    let magnitude = relative(number("magnitude", in: 0...fullMagnitude, &fields, &report) ?? 1)
    let level = number("fade-in-level", in: 0...fullMagnitude, &fields, &report).map(relative) ?? magnitude
    let fade = duration("fade-in-time", &fields, &report) ?? .zero
    let strength = Amplitude.strength(of: magnitude)
    let event = Event(
      .continuous(duration: whole), intensity: strength, sharpness: Event.defaultSharpness)
    guard whole > .zero else { return [] }
    guard fade > .zero, magnitude > level else { return [event] }
    let start = Amplitude.strength(of: level).rawValue / strength.rawValue
    return Pattern(
      [event],
      curves: [
        ParameterCurve(.intensity, [ParameterCurve.Point(at: .zero, start), ParameterCurve.Point(at: fade, 1)])
      ])
  }

  // MARK: Values

  private static func duration(
    _ key: String, _ fields: inout JSONFields, _ report: inout DiagnosticReport
  ) -> Duration? {
    guard let (number, path) = fields.number(key, &report) else { return nil }
    return report.milliseconds(number, at: .value(path))
  }

  private static func number(
    _ key: String, in range: ClosedRange<Double>, _ fields: inout JSONFields, _ report: inout DiagnosticReport
  ) -> Double? {
    guard let (number, path) = fields.number(key, &report) else { return nil }
    return report.clamped(number, to: range, at: .value(path))
  }
}
