/// Reads from a text, and converts remarks to findings with lines and columns.
///
/// For texts other than JSON; for JSON see `JSONDocument.read`.
public struct TextReading: Sendable {
  private let text: [UInt8]
  private let limits: FileLimits

  /// Creates a reading of `text`, which must be UTF-8.
  public init(_ text: [UInt8], limits: FileLimits = .standard) {
    self.text = text
    self.limits = limits
  }

  /// Checks the requirements for all kinds of text, and removes a byte order mark.
  ///
  /// - Throws: `Refused` if the text is too large or not UTF-8.
  public static func checked(_ bytes: [UInt8], limits: FileLimits = .standard) throws(Refused) -> [UInt8] {
    guard bytes.count <= limits.maximumBytes else {
      throw Refused("larger than \(limits.maximumBytes) bytes", remedy: "split it into several files")
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

  /// Reads with `body`, which adds warnings to the report.
  ///
  /// - Throws: the remark from `body`, with its line and column.
  public func read<Value>(
    _ body: (inout DiagnosticReport) throws(Remark) -> Value
  ) throws(Refused) -> (value: Value, warnings: [Finding]) {
    var report = DiagnosticReport(limits: limits)
    do {
      let value = try body(&report)
      return (value, findings(of: report))
    } catch {
      throw refusal(error)
    }
  }

  /// Returns the findings of a report, in order of the text.
  public func findings(of report: DiagnosticReport) -> [Finding] {
    report.findings(at: places(of: report.remarks.map(\.remark)))
  }

  /// Returns a refusal with the remark as its reason.
  public func refusal(_ remark: Remark) -> Refused {
    Refused(Finding(.error, remark, at: places(of: [remark])[remark]))
  }

  // MARK: Places

  private func places(of remarks: [Remark]) -> [Remark: Finding.Place] {
    guard !remarks.isEmpty else { return [:] }
    let tree = remarks.contains { $0.path != nil } ? TextTree(text, limits: limits) : nil
    let positions = TextPositions(text)
    return remarks.reduce(into: [:]) { places, remark in
      places[remark] = Self.offset(of: remark, tree).map { (positions[$0].line, positions[$0].column) }
    }
  }

  private static func offset(of remark: Remark, _ tree: TextTree?) -> Int? {
    switch remark.place {
    case .byte(let offset, _): return offset
    case .value(let path): return tree?.find(path)?.value.range.lowerBound
    case .key(let path):
      let found = tree?.find(path)
      return found?.key?.lowerBound ?? found?.value.range.lowerBound
    case .file, .named: return nil
    }
  }
}
