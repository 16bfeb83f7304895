package import HapticPatterns
internal import TextDiagnostics

/// Parses strengths as users write them, by the same rules in files and on the command line.
///
///     60%   60       a percentage, from 0% to 100%; without the sign a whole number from 2 to 100
///     0.6   0   1    a fraction, from 0 to 1
///     off   mute     0%
///     full           100%
package enum StrengthText {
  /// The valid forms, for messages.
  package static let expectation = "expected a percentage such as 60%, a fraction such as 0.6, off or full"

  /// Parses a strength.
  ///
  /// - Throws: a mistake for an invalid text and for a value out of range.
  package static func read(_ text: String) throws(PreferenceMistake) -> Intensity {
    switch text {
    case "off", "mute": return .none
    case "full": return .full
    default: return try amount(text[...], shown: text)
    }
  }

  /// Converts a number in a file, without a percent sign.
  static func read(_ number: Double) throws(PreferenceMistake) -> Intensity {
    if (0...1).contains(number) { return try fraction(number, shown: Quotation.number(number)) }
    if (2...100).contains(number), number.rounded() == number { return try fraction(number / 100, shown: "") }
    throw PreferenceMistake(
      "\(Quotation.number(number)) is out of range",
      remedy: "expected 0% to 100%, or a fraction from 0 to 1")
  }

  /// Applies a relative change, such as `+10%` or `-0.1`, to `current`.
  ///
  /// - Returns: the result, clamped to the range from 0% to `limit`, and whether it was clamped; nil if the text has no sign.
  /// - Throws: a mistake for an invalid amount.
  package static func adjusted(
    _ current: Intensity, by text: String, upTo limit: Intensity = .full
  ) throws(PreferenceMistake) -> (strength: Intensity, isLimited: Bool)? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let amount = try amount(text.dropFirst(), shown: text).rawValue
    let result = Decimal.rounded((current.rawValue + (sign == "+" ? amount : -amount)) * 100) / 100
    return (Intensity(min(max(result, 0), limit.rawValue)), !(0...limit.rawValue).contains(result))
  }

  private static func amount(_ text: Substring, shown: String) throws(PreferenceMistake) -> Intensity {
    let isPercentage = text.hasSuffix("%")
    guard let number = Decimal.read(isPercentage ? text.dropLast() : text) else {
      throw PreferenceMistake("invalid strength \(Quotation.quoted(shown))", remedy: expectation)
    }
    guard isPercentage else { return try read(number) }
    guard (0...100).contains(number) else {
      throw PreferenceMistake("\(Quotation.number(number))% is out of range", remedy: "expected 0% to 100%")
    }
    return try fraction(number / 100, shown: shown)
  }

  /// Rounds to the precision of files. Only zero becomes zero, which is off.
  private static func fraction(_ number: Double, shown: String) throws(PreferenceMistake) -> Intensity {
    let strength = Intensity(Decimal.rounded(number * 100) / 100)
    guard strength > .none || number == 0 else {
      throw PreferenceMistake("\(shown) is too small", remedy: "expected 0% or at least 0.0001%")
    }
    return strength
  }
}
