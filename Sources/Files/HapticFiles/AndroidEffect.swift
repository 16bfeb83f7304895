internal import HapticPatterns
internal import TextDiagnostics

/// The content of a `vibration-effect`: a waveform, a predefined effect, a vendor's effect, an envelope, or a sequence
/// of primitives.
struct AndroidEffect {
  let pattern: Pattern
  /// The part that Android repeats until it is stopped; the pattern contains it once.
  var repetition: Range<Duration>?

  /// Reads the content of a `vibration-effect`.
  ///
  /// - Returns: the effect, or the reason why it cannot be played here: Android's lists contain effects for other phones.
  /// - Throws: a remark if the effect is invalid on any phone.
  static func read(
    _ element: XMLElement, _ report: inout DiagnosticReport
  ) throws(Remark) -> Result<AndroidEffect, Remark> {
    element.warnOfMore(than: [], &report)
    guard let first = element.children.first else {
      throw element.remark("an empty effect", remedy: "add a waveform-effect or a primitive-effect")
    }
    if first.name == "primitive-effect" {
      return .success(AndroidEffect(pattern: try AndroidPrimitives.pattern(element, &report)))
    }
    if element.children.count > 1 { throw AndroidFile.unexpected(element.children[1], in: element) }
    switch first.name {
    case "waveform-effect": return .success(try AndroidWaveform.effect(first, &report))
    case "predefined-effect": return try predefined(first, &report)
    case "basic-envelope-effect": return .success(try AndroidEnvelope.basic(first, &report))
    case "waveform-envelope-effect": return .success(try AndroidEnvelope.waveform(first, &report))
    case "vendor-effect":
      return .failure(
        first.remark("a vendor effect, which is known only to its phone", remedy: "add another effect"))
    case "repeating-effect":
      return .failure(
        first.remark("a repeating effect of other effects", remedy: "write it as a waveform-effect with repeating"))
    default: throw AndroidFile.unexpected(first, in: element)
    }
  }

  // MARK: Predefined effects

  private static func predefined(
    _ element: XMLElement, _ report: inout DiagnosticReport
  ) throws(Remark) -> Result<AndroidEffect, Remark> {
    // fallback="false" forbids Android to substitute an effect that a phone lacks; here no effect is missing.
    element.warnOfMore(than: ["name", "fallback"], &report)
    let name = try element.required("name")
    if let events = AndroidVocabulary.effects[name] { return .success(AndroidEffect(pattern: Pattern(events))) }
    if name.hasPrefix("ringtone_") {
      return .failure(
        element.remark(
          "a ringtone of the phone's vendor, which is not published", remedy: "add a waveform-effect"))
    }
    throw element.remark(
      "\(Quotation.quoted(name)) is not a predefined effect",
      remedy: Spelling.remedy(
        for: name, among: AndroidVocabulary.effects.keys.sorted(), or: "use click, tick, heavy_click or double_click"))
  }
}

extension XMLElement {
  /// Returns the value of an attribute.
  ///
  /// - Throws: a remark if the attribute is missing.
  func required(_ attribute: String) throws(Remark) -> String {
    guard let value = self[attribute] else { throw remark("no \(attribute)", remedy: "add \(attribute)=\"...\"") }
    return value
  }

  /// Returns a number clamped to its range, with a warning if it is outside; nil if the attribute is missing.
  ///
  /// - Throws: a remark if the text is not a number.
  func number(
    _ attribute: String, in range: ClosedRange<Double>, _ report: inout DiagnosticReport
  ) throws(Remark) -> Double? {
    self[attribute] == nil ? nil : try requiredNumber(attribute, in: range, &report)
  }

  func requiredNumber(
    _ attribute: String, in range: ClosedRange<Double>, _ report: inout DiagnosticReport
  ) throws(Remark) -> Double {
    let text = try required(attribute)
    guard let number = Double(text), number.isFinite else {
      throw remark("\(attribute) is not a number: \(Quotation.quoted(text))", remedy: "write a number")
    }
    return report.clamped(number, to: range, at: place)
  }

  /// Returns an attribute in milliseconds as a duration; see `requiredNumber`.
  func milliseconds(_ attribute: String, _ report: inout DiagnosticReport) throws(Remark) -> Duration {
    let longest = report.limits.maximumTime / .milliseconds(1)
    return .rounding(seconds: try requiredNumber(attribute, in: 0...longest, &report) / 1000)
  }
}
