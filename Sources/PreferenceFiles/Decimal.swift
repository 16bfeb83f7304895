internal import HapticPatterns
internal import TextDiagnostics

/// Numbers as people write them: digits, and a fraction perhaps. No signs, exponents or infinities.
enum Decimal {
  /// More digits are no number that a person means.
  private static let mostDigits = 15

  static func read(_ text: some StringProtocol) -> Double? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= mostDigits, parts.allSatisfy({ digits($0) != nil }) else { return nil }
    return Double(String(text))
  }

  /// The number that ASCII digits make; nil where there are none, or too many, or others.
  static func digits(_ text: some Collection<UInt8>) -> Int? {
    guard (1...mostDigits).contains(text.count) else { return nil }
    var number = 0
    for digit in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// To four digits behind the point, so that what is written of a value reads back as the same.
  static func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
}

extension Duration {
  /// Micro before milli before whole seconds: "s" ends all of them.
  private static let units: [(name: String, microseconds: Double)] = [("us", 1), ("µs", 1), ("ms", 1e3), ("s", 1e6)]

  /// A length of time with its unit, `1.5s`, to the microsecond; nil where it is none, or longer than 11 days.
  init?(written text: String) {
    for (name, microseconds) in Self.units where text.hasSuffix(name) {
      guard let number = Decimal.read(text.dropLast(name.count)), number * microseconds <= 1e12 else { return nil }
      self = .microseconds(Int64((number * microseconds).rounded()))
      return
    }
    return nil
  }

  /// In the largest unit in which it is a whole number. Positive and less than 292 years.
  var written: String {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000)s" }
    return microseconds % 1000 == 0 ? "\(microseconds / 1000)ms" : "\(microseconds)us"
  }
}
