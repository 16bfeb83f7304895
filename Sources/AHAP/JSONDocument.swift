internal import FoundationEssentials

/// A JSON text that has been read, and that knows the place of each value in it.
///
/// Safe for texts from anybody: size, nesting and number of values are checked before anything is made of them.
public struct JSONDocument: Sendable {
  private let text: [UInt8]
  private let limits: FileLimits
  private let trailingCommas: [Int]
  private let repeatedKeys: [Int]
  /// The whole.
  public let root: JSONNode

  /// - Throws: what is too large, too deep, no UTF-8 or no JSON, with its line and column.
  public init(_ bytes: [UInt8], limits: FileLimits = .standard) throws(Refused) {
    guard bytes.count <= limits.maximumBytes else { throw Self.tooLarge(limits) }
    let text = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
    self.text = text
    self.limits = limits
    do {
      try Self.checkEncoding(of: text)
      var walker = JSONWalker(text, limits: limits)
      try walker.walk()
      (trailingCommas, repeatedKeys) = (walker.trailingCommas, walker.repeatedKeys)
      root = JSONNode(try Self.decoded(text), at: .root)
    } catch {
      throw Self.refusal(error, in: text, limits: limits)
    }
  }

  /// Reads something out of the text with `body`, which says what is to be said to the report. What the text itself is
  /// warned of (commas at the end, repeated keys) is said here.
  ///
  /// - Throws: the remark that `body` throws, with its line and column.
  public func read<Value>(
    strict: Bool = false, _ body: (JSONNode, inout Report) throws(Remark) -> Value
  ) throws(Refused) -> (value: Value, warnings: [Finding]) {
    var report = Report(strict: strict, limit: limits.maximumWarnings)
    do {
      try warnOfText(&report)
      let value = try body(root, &report)
      let places = places(of: report.remarks.map(\.remark))
      return (value, report.findings { places[$0] })
    } catch {
      throw Self.refusal(error, in: text, limits: limits)
    }
  }

  private func warnOfText(_ report: inout Report) throws(Remark) {
    for comma in trailingCommas {
      try report.warn("a comma that nothing follows", at: .byte(comma), remedy: "strict JSON has none: take it out")
    }
    for key in repeatedKeys {
      try report.warn(
        "a key that its object has already; the first one counts", at: .byte(key), remedy: "leave one of them")
    }
  }

  // MARK: Places

  private typealias Place = (line: Int, column: Int, key: String)

  private func places(of remarks: [Remark]) -> [Remark: Place] { Self.places(of: remarks, in: text, limits: limits) }

  private static func places(of remarks: [Remark], in text: [UInt8], limits: FileLimits) -> [Remark: Place] {
    guard !remarks.isEmpty else { return [:] }
    let sought = SoughtPlace()
    for path in remarks.compactMap(\.path) { _ = sought.place(at: path) }
    if !sought.below.isEmpty || remarks.contains(where: { $0.path == .root }) {
      var walker = JSONWalker(text, limits: limits)
      try? walker.walk(sought)
    }
    let offsets = remarks.map { ($0, offset(of: $0, sought)) }
    let lines = TextPlaces(of: offsets.compactMap(\.1), in: text)
    return offsets.reduce(into: [:]) { places, entry in
      guard let offset = entry.1, let line = lines[offset] else { return }
      places[entry.0] = (line.line, line.column, entry.0.path?.description ?? "")
    }
  }

  private static func offset(of remark: Remark, _ sought: SoughtPlace) -> Int? {
    switch remark.place {
    case .byte(let offset): offset
    case .value(let path): sought.place(at: path).value
    case .key(let path): sought.place(at: path).key ?? sought.place(at: path).value
    case .file, .text: nil
    }
  }

  private static func refusal(_ remark: Remark, in text: [UInt8], limits: FileLimits) -> Refused {
    Refused(Finding(.error, remark, at: places(of: [remark], in: text, limits: limits)[remark]))
  }

  // MARK: Text to values

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private static func tooLarge(_ limits: FileLimits) -> Refused {
    Refused(
      Finding(
        .error, message: "larger than \(limits.maximumBytes) bytes", remedy: "make several files of it"))
  }

  private static func checkEncoding(of text: [UInt8]) throws(Remark) {
    do {
      _ = try UTF8Span(validating: text.span)
    } catch {
      throw Remark("the text is no UTF-8", at: .byte(error.byteOffsets.lowerBound), remedy: "save it as UTF-8")
    }
  }

  private static func decoded(_ text: [UInt8]) throws(Remark) -> JSONValue {
    do {
      return try JSONDecoder().decode(DecodedValue.self, from: Data(text)).value
    } catch {
      // The walker has found nothing wrong: the decoder knows better.
      throw Remark("the text is no JSON that can be read", at: .file, remedy: "check it with another program")
    }
  }

  /// The text that a quoted JSON string means.
  static func string(_ quoted: [UInt8]) -> String? { try? JSONDecoder().decode(String.self, from: Data(quoted)) }
}
