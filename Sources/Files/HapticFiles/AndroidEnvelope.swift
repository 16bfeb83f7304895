internal import FeedbackdThemes
internal import HapticPatterns
internal import TextDiagnostics

/// Envelope effects: straight lines from control point to control point, starting at 0.
enum AndroidEnvelope {
  /// Reads an envelope of felt intensity and sharpness, which must end at intensity 0.
  static func basic(_ element: XMLElement, _ report: inout DiagnosticReport) throws(Remark) -> AndroidEffect {
    element.warnOfMore(than: ["initialSharpness"], &report)
    let initial = try element.number("initialSharpness", in: 0...1, &report)
    let line = try Line(element, initial: initial, &report) { (point, report) throws(Remark) in
      point.warnOfMore(than: ["durationMs", "intensity", "sharpness"], &report)
      return (
        try point.requiredNumber("intensity", in: 0...1, &report),
        try point.requiredNumber("sharpness", in: 0...1, &report)
      )
    }
    guard line.intensity.last?.value == 0 else {
      throw element.remark("an envelope that does not end at 0", remedy: "add a control-point of intensity 0")
    }
    return AndroidEffect(pattern: line.pattern)
  }

  /// The range of frequencies that MPEG's reference software for haptics assigns to Core Haptics' sharpness.
  static let frequencies = (dull: 65.0, crisp: 300.0)

  /// Reads an envelope of a motor's amplitude and frequency.
  static func waveform(_ element: XMLElement, _ report: inout DiagnosticReport) throws(Remark) -> AndroidEffect {
    element.warnOfMore(than: ["initialFrequencyHz", "startTimeMs"], &report)
    let initial = try element.number("initialFrequencyHz", in: audible, &report).map(sharpness)
    let line = try Line(element, initial: initial, &report) { (point, report) throws(Remark) in
      point.warnOfMore(than: ["durationMs", "amplitude", "frequencyHz"], &report)
      let amplitude = try point.requiredNumber("amplitude", in: 0...1, &report)
      let frequency = try point.requiredNumber("frequencyHz", in: audible, &report)
      return (Amplitude.strength(of: amplitude).rawValue, sharpness(ofFrequency: frequency))
    }
    return AndroidEffect(pattern: line.pattern)
  }

  /// The range of accepted frequencies in hertz, wider than that of felt vibrations.
  private static let audible = 1.0...20_000

  static func sharpness(ofFrequency frequency: Double) -> Double {
    min(max((frequency - frequencies.dull) / (frequencies.crisp - frequencies.dull), 0), 1)
  }
}

/// Curves of intensity and sharpness over time.
private struct Line {
  private(set) var intensity: [ParameterCurve.Point] = [ParameterCurve.Point(at: .zero, 0)]
  private var sharpness: [ParameterCurve.Point] = []
  private var end = Duration.zero

  init(
    _ element: XMLElement, initial: Double?, _ report: inout DiagnosticReport,
    _ values: (XMLElement, inout DiagnosticReport) throws(Remark) -> (intensity: Double, sharpness: Double)
  ) throws(Remark) {
    if let initial { sharpness.append(ParameterCurve.Point(at: .zero, initial)) }
    for point in element.children {
      guard point.name == "control-point" else { throw AndroidFile.unexpected(point, in: element) }
      end += try point.milliseconds("durationMs", &report)
      guard end <= report.limits.maximumTime, intensity.count + sharpness.count + 2 <= report.limits.maximumPoints
      else {
        throw point.remark("an envelope that is too long", remedy: "split it into several files")
      }
      let (level, sharp) = try values(point, &report)
      intensity.append(ParameterCurve.Point(at: end, level))
      sharpness.append(ParameterCurve.Point(at: end, sharp))
    }
    guard end > .zero else { throw element.remark("an envelope without a duration", remedy: "add a control-point") }
  }

  /// A vibration that the curves change.
  var pattern: Pattern {
    Pattern(
      [Event(.continuous(duration: end), intensity: .full, sharpness: 0)],
      curves: [ParameterCurve(.intensity, intensity), ParameterCurve(.sharpness, sharpness)])
  }
}
