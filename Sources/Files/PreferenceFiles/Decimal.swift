/// Parses decimal numbers: digits with an optional fraction. No signs, exponents or infinities.
enum Decimal {
  /// The maximum number of digits; more are taken as a mistake.
  private static let mostDigits = 15

  static func read(_ text: some StringProtocol) -> Double? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= mostDigits, parts.allSatisfy({ digits($0) != nil }) else { return nil }
    return Double(String(text))
  }

  /// The number of ASCII digits; nil for no digits, for too many, and for other characters.
  static func digits(_ text: some Collection<UInt8>) -> Int? {
    guard text.count <= mostDigits, text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(String(decoding: text, as: UTF8.self))
  }

  /// Rounds to four decimal digits, so that a written value reads back as the same.
  static func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
}

extension Duration {
  /// The units. "s" is last, because all of them end in it.
  private static let units: [(name: String, microseconds: Double)] = [("us", 1), ("µs", 1), ("ms", 1e3), ("s", 1e6)]

  /// Parses a duration with its unit, such as `1.5s`, to the microsecond; nil for an invalid text, or more than 1e12
  /// microseconds (11 days).
  init?(written text: String) {
    for (name, microseconds) in Self.units where text.hasSuffix(name) {
      guard let number = Decimal.read(text.dropLast(name.count)), number * microseconds <= 1e12 else { return nil }
      self = .microseconds(Int64((number * microseconds).rounded()))
      // Only zero becomes zero, which means none.
      if self == .zero, number > 0 { return nil }
      return
    }
    return nil
  }

  /// The duration in the largest unit in which it is a whole number. It must be positive and less than 292 years.
  var written: String {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000)s" }
    return microseconds % 1000 == 0 ? "\(microseconds / 1000)ms" : "\(microseconds)us"
  }
}
