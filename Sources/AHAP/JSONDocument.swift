/// A JSON text that has been read, and that knows the place of each value in it.
///
/// Safe for texts from anybody: size, nesting and number of values are checked before anything is made of them.
public struct JSONDocument: Sendable {
  private let reading: TextReading
  private let trailingCommas: [Int]
  private let repeatedKeys: [Int]
  /// The whole.
  public let root: JSONNode

  /// - Throws: what is too large, too deep, no UTF-8 or no JSON, with its line and column.
  public init(_ bytes: [UInt8], limits: FileLimits = .standard) throws(Refused) {
    let text = try TextReading.checked(bytes, limits: limits)
    reading = TextReading(text, limits: limits)
    do {
      var walker = JSONWalker(text, limits: limits)
      try walker.walk()
      (trailingCommas, repeatedKeys) = (walker.trailingCommas, walker.repeatedKeys)
      root = JSONNode(JSONBuilder.value(of: text), at: .root)
    } catch {
      throw reading.refusal(error)
    }
  }

  /// Reads something out of the text with `body`, which says what is to be said to the report. What the text itself is
  /// warned of (commas at the end, repeated keys) is said here.
  ///
  /// - Throws: the remark that `body` throws, with its line and column.
  public func read<Value>(
    strict: Bool = false, _ body: (JSONNode, inout Report) throws(Remark) -> Value
  ) throws(Refused) -> (value: Value, warnings: [Finding]) {
    try reading.read(strict: strict) { (report) throws(Remark) in
      try warnOfText(&report)
      return try body(root, &report)
    }
  }

  /// What a report says, in order of the text.
  public func findings(of report: Report) -> [Finding] { reading.findings(of: report) }

  private func warnOfText(_ report: inout Report) throws(Remark) {
    for comma in trailingCommas {
      try report.warn(
        "a comma at the end of a list", at: .byte(comma), remedy: "remove it; strict JSON does not permit it")
    }
    for key in repeatedKeys {
      try report.warn(
        "a duplicate key; the first one counts", at: .byte(key), remedy: "keep one of them")
    }
  }

}
