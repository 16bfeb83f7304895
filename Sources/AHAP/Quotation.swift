internal import HapticPatterns

/// Words of a file as they may be shown: short, and unable to move a terminal's cursor or to forge a line in a log.
public enum Quotation {
  /// The most characters shown. Longer than any name that means something in a file we read.
  static let capacity = 48

  /// `text`, shortened, with control characters written as Swift writes them.
  public static func shown(_ text: String) -> String { shown(text, upTo: capacity) }

  /// The same, of up to `capacity` characters.
  public static func shown(_ text: String, upTo capacity: Int) -> String {
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

  /// The same in quotation marks.
  public static func quoted(_ text: String) -> String { "\"" + shown(text) + "\"" }

  /// A number without a needless `.0`.
  public static func number(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
