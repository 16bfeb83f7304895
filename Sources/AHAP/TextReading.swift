/// A text while something is read out of it: it turns what is said on the way into findings with lines and columns.
///
/// For texts that are no JSON; JSON comes with one of its own (`JSONDocument.read`).
public struct TextReading: Sendable {
  private let text: [UInt8]
  private let limits: FileLimits

  /// `text` is UTF-8.
  public init(_ text: [UInt8], limits: FileLimits = .standard) {
    self.text = text
    self.limits = limits
  }

  /// Checks what holds for texts of all kinds.
  ///
  /// - Throws: what is too large or no UTF-8. A byte order mark is left out.
  public static func checked(_ bytes: [UInt8], limits: FileLimits = .standard) throws(Refused) -> [UInt8] {
    guard bytes.count <= limits.maximumBytes else {
      throw Refused(
        Finding(.error, message: "larger than \(limits.maximumBytes) bytes", remedy: "split it into several files"))
    }
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    do {
      _ = try UTF8Span(validating: text.span)
    } catch {
      let remark = Remark(
        "the text is not UTF-8", at: .byte(error.byteOffsets.lowerBound), remedy: "save it as UTF-8")
      throw TextReading(text, limits: limits).refusal(remark)
    }
    return text
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Lets `body` read and say to the report what is to be said.
  ///
  /// - Throws: the remark that `body` throws, with its line and column.
  public func read<Value>(
    strict: Bool = false, _ body: (inout Report) throws(Remark) -> Value
  ) throws(Refused) -> (value: Value, warnings: [Finding]) {
    var report = Report(strict: strict, limit: limits.maximumWarnings)
    do {
      let value = try body(&report)
      return (value, findings(of: report))
    } catch {
      throw refusal(error)
    }
  }

  /// What a report says, in order of the text.
  public func findings(of report: Report) -> [Finding] {
    let places = places(of: report.remarks.map(\.remark))
    return report.findings { places[$0] }
  }

  /// The remark as the reason of a refusal.
  public func refusal(_ remark: Remark) -> Refused {
    Refused(Finding(.error, remark, at: places(of: [remark])[remark]))
  }

  // MARK: Places

  private func places(of remarks: [Remark]) -> [Remark: Finding.Place] {
    guard !remarks.isEmpty else { return [:] }
    let sought = sought(by: remarks)
    let offsets = remarks.map { ($0, Self.offset(of: $0, sought)) }
    let lines = TextPlaces(of: offsets.compactMap(\.1), in: text)
    return offsets.reduce(into: [:]) { places, entry in
      guard let offset = entry.1, let line = lines[offset] else { return }
      places[entry.0] = (line.line, line.column, entry.0.key)
    }
  }

  /// One walk over the text for all of them; none where nothing is sought by its path.
  private func sought(by remarks: [Remark]) -> SoughtPlace {
    let sought = SoughtPlace()
    let paths = remarks.compactMap(\.path)
    for path in paths { _ = sought.place(at: path) }
    if !paths.isEmpty {
      var walker = JSONWalker(text, limits: limits)
      try? walker.walk(sought)
    }
    return sought
  }

  private static func offset(of remark: Remark, _ sought: SoughtPlace) -> Int? {
    switch remark.place {
    case .byte(let offset, _): offset
    case .value(let path): sought.place(at: path).value
    case .key(let path): sought.place(at: path).key ?? sought.place(at: path).value
    case .file, .named: nil
    }
  }
}
