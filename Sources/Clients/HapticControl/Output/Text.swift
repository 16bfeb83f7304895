internal import PreferenceFiles

// Formats of numbers and durations for users.

extension Double {
  /// The number with exactly this many digits after the decimal point.
  func fixed(_ decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 9e15 else { return String(self) }
    let padded = String(Int(scaled)).rightAligned(to: decimals + 1, with: "0")
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

/// Four hexadecimal digits, as the kernel prints ids.
func hexadecimal(_ value: UInt16) -> String { String(value, radix: 16).rightAligned(to: 4, with: "0") }

/// A share of 65535 in whole percent: `60%`.
func percent(_ share: UInt16) -> String { (Double(share) / 655.35).fixed(0) + "%" }

/// A share of 65535 as a number from 0 to 1, for JSON.
func strength(_ share: UInt16) -> Double { (Double(share) / 65535).inThousandths }

/// `1 device`, `2 devices`.
func counted(_ count: some BinaryInteger, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension String {
  /// Pads the text with trailing spaces to `width` columns.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columnCount)) }
  /// Pads the text with leading spaces, or with another filler, to `width` columns.
  func rightAligned(to width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - columnCount)) + self
  }
}

// The functions of the standard library that search for texts come with its regular expressions, a tenth of the program.

extension StringProtocol {
  /// The place of the first occurrence of a text, by its bytes; nil if there is none.
  func firstOccurrence(of text: String) -> Range<Index>? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first else { return startIndex..<startIndex }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = utf8[start...]
      if rest.starts(with: bytes) { return start..<utf8.index(start, offsetBy: bytes.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  func includes(_ text: String) -> Bool { firstOccurrence(of: text) != nil }
}

// Words about files in messages.

extension String {
  /// The name of a file in a message; an empty one would not be seen.
  var shownName: String { isEmpty ? "''" : self }

  /// The text as one word of a shell command, in quotation marks.
  var quotedForShell: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The same, without quotation marks if none are necessary.
  var shellWord: String { isPlainWord ? self : quotedForShell }
}
