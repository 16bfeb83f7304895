internal import AHAP
internal import HapticPatterns
internal import TextDiagnostics

/// The part of a pattern that an entry of the file has.
struct EntryPart {
  enum Kind { case event, parameter, curve }

  let kind: Kind
  /// The object with the values.
  let object: TextTree

  init?(_ entry: TextTree) {
    for (key, kind) in Self.keys {
      guard let object = entry[key], case .object = object.content else { continue }
      (self.kind, self.object) = (kind, object)
      return
    }
    return nil
  }

  private static let keys: [(String, Kind)] = [
    (AHAPKey.event, .event), (AHAPKey.parameter, .parameter), (AHAPKey.parameterCurve, .curve),
    (AHAPKey.parameterCurve + "s", .curve),
  ]

  /// The start in seconds; 0 without a time.
  func time(in text: [UInt8]) -> Double { object[AHAPKey.time]?.number(in: text) ?? 0 }
}

extension TextTree {
  /// The number at this place, also in quotation marks as the reader accepts it; nil for another value.
  func number(in text: [UInt8]) -> Double? {
    let bytes = text[range].filter { $0 != UInt8(ascii: "\"") }
    return Double(String(decoding: bytes, as: UTF8.self))
  }
}

extension Pattern {
  /// The start of its first part.
  var start: Duration {
    (events.map(\.time) + parameters.map(\.time) + curves.map(\.time)).min() ?? .zero
  }

  /// The text of its only part as the entry that `AHAPFile` writes.
  ///
  /// - Parameter indentation: the spaces before its first line.
  func entryText(indentation: String) -> String {
    let file = AHAPFile(pattern: self).write()
    guard let entry = TextTree(file)[AHAPKey.pattern]?.elements.first else { return "" }
    return String(decoding: file[entry.range], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().map { $0 == 0 ? String($1) : indentation + $1.dropFirst(Self.writtenIndentation) }
      .joined(separator: "\n")
  }

  /// The spaces before an entry that `AHAPFile` writes.
  private static let writtenIndentation = 4
}

extension JSONText {
  /// A number with at most six decimals, finer than times and strengths can be felt.
  static func rounded(_ value: Double) -> String { number((value * 1e6).rounded() / 1e6) }
}
