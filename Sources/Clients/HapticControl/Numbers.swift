internal import ArgumentParser
internal import Haptics
internal import PreferenceFiles

// Parsers for numbers, names and durations that users type.

/// Parses a number in decimal digits, such as `12`, `1.5` or `1e3`. Nil for other texts: signs, `nan`, `inf`, `0x10`, and
/// numbers that are too large for a `Double`.
func parseDecimal(_ text: some StringProtocol) -> Double? {
  guard let first = text.utf8.first, "0123456789.".utf8.contains(first),
    text.utf8.allSatisfy("0123456789.eE+-".utf8.contains), let number = Double(text), number.isFinite
  else { return nil }
  return number
}

/// Parses a strength: `0.6`, `60%`, `off` or `full`; see `StrengthText`.
func parseIntensity(_ text: String) throws -> Double {
  do { return try StrengthText.read(text).rawValue } catch { throw ValidationError("\(error)") }
}

struct IntensityOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The intensity, from 0 to 1 or from 0% to 100%. The default is 1.", valueName: "strength"),
    transform: parseIntensity)
  var intensity = 1.0
}

/// Parses a duration with its unit: `5ms`, `800us`, `1.5s`. The number is from 0 to 1e9.
func parseDuration(_ text: String) throws -> Duration {
  for (unit, length) in units where text.hasSuffix(unit) {
    guard let number = parseDecimal(text.dropLast(unit.count)), number <= 1e9 else { break }
    return length * number
  }
  throw ValidationError("expected a time with a unit, such as 5ms, 800us or 1.5s")
}

/// Whether the text is a duration, possibly one that is too long.
func isDuration(_ text: String) -> Bool {
  units.contains { text.hasSuffix($0.0) && parseDecimal(text.dropLast($0.0.count)) != nil }
}

/// Whether the text is a number, a percentage or a duration.
func isAmount(_ text: Substring) -> Bool {
  (["", "%"] + units.map(\.0)).contains { text.hasSuffix($0) && parseDecimal(text.dropLast($0.count)) != nil }
}

private let units: [(String, Duration)] = [
  ("ms", .milliseconds(1)), ("us", .microseconds(1)), ("µs", .microseconds(1)), ("s", .seconds(1)),
]

/// Parses a time in a pattern: seconds without a unit, as in pattern files (`1.5`), or a duration with its unit.
/// Seconds without a unit are from 0 to 1e6.
func parseMoment(_ text: String) throws -> Duration {
  if let seconds = parseDecimal(text), seconds <= 1e6 { return .seconds(1) * seconds }
  do { return try parseDuration(text) } catch {
    throw ValidationError("expected seconds, such as 1.5, or a time with a unit, such as 1500ms")
  }
}

/// - Parameter mistake: the message for other texts, such as `expected a number from 1 to 50`.
func parseNumber(_ range: ClosedRange<Double>, _ mistake: String) -> @Sendable (String) throws -> Double {
  parser(mistake) { text in parseDecimal(text).flatMap { range.contains($0) ? $0 : nil } }
}

func parseChoice<Choice: Sendable>(
  _ choices: [Choice], _ name: @escaping @Sendable (Choice) -> String
) -> @Sendable (String) throws -> Choice {
  parser("expected one of \(choices.map(name).joined(separator: ", "))") { text in choices.first { name($0) == text } }
}

func parseCount(from minimum: Int = 1, upTo maximum: Int) -> @Sendable (String) throws -> Int {
  parser("expected a whole number from \(minimum) to \(maximum)") { text in
    Int(text).flatMap { (minimum...maximum).contains($0) ? $0 : nil }
  }
}

/// Returns a parser that throws the mistake for a text without a value.
func parser<Value>(
  _ mistake: String, _ value: @escaping @Sendable (String) -> Value?
) -> @Sendable (String) throws -> Value {
  { text in
    if let value = value(text) { return value }
    throw ValidationError(mistake)
  }
}
