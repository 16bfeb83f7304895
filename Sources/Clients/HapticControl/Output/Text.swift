// Formats of numbers and durations for users.

extension Double {
  /// The number with exactly this many digits after the decimal point.
  func fixed(_ decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 9e15 else { return String(self) }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return decimals == 0 ? sign + padded : sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

/// A duration in the unit with one to three digits before the decimal point: `850 ns`, `85 µs`, `0.31 ms`, `12 ms`,
/// `1.5 s`.
func duration(nanoseconds: Int64) -> String {
  let value = Double(nanoseconds)
  switch value.magnitude {
  case ..<1e3: return "\(nanoseconds) ns"
  case ..<1e5: return (value / 1e3).fixed(0) + " µs"
  case ..<1e7: return (value / 1e6).fixed(nanoseconds % 1_000_000 == 0 ? 0 : 2) + " ms"
  case ..<1e9: return (value / 1e6).fixed(0) + " ms"
  default: return (value / 1e9).fixed(1) + " s"
  }
}

func duration(microseconds: UInt32) -> String { duration(nanoseconds: Int64(microseconds) * 1000) }

/// Four hexadecimal digits, as the kernel prints ids.
func hexadecimal(_ value: UInt16) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 4 - digits.count) + digits
}

/// A share of 65535 in whole percent: `60%`.
func percent(_ share: UInt16) -> String { (Double(share) / 655.35).fixed(0) + "%" }

/// A share of 65535 as a number from 0 to 1, for JSON.
func strength(_ share: UInt16) -> Double { (Double(share) / 65535).inThousandths }

/// `1 device`, `2 devices`.
func counted(_ count: some BinaryInteger, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension String {
  /// Pads the text with trailing spaces to `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  /// Pads the text with leading spaces to `width` characters.
  func rightAligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
