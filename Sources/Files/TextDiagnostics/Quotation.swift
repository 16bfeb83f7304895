internal import HapticPatterns

/// Formats text of files for messages: short, and without characters that could move a terminal's cursor or forge a
/// line in a log.
public enum Quotation {
  /// Returns `text`, shortened to `capacity` characters, with control characters escaped as in Swift. The default is
  /// longer than any valid name in these files.
  public static func shown(_ text: String, upTo capacity: Int = 48) -> String {
    var shown = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < capacity else { return shown + "..." }
      count += 1
      if scalar.isShown {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += scalar.escaped(asASCII: true)
      }
    }
    return shown
  }

  /// Returns `text` as in `shown`, in quotation marks.
  public static func quoted(_ text: String) -> String { "\"" + shown(text) + "\"" }

  /// Returns a number without a redundant `.0`.
  public static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
