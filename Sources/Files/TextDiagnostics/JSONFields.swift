/// Reads the members of an object leniently: accepts keys in another case, and warns about unread keys at the end.
///
///     var fields = JSONFields(node, &report)
///     let time = fields.number("Time", &report)
///     fields.finish(&report)
public struct JSONFields {
  private let path: JSONPath
  private var left: [String: JSONValue]
  private var asked: [String] = []
  /// The keys by their lower-case form; computed on first use.
  private var lowercased: [String: [String]] = [:]

  /// Creates a reader, or nil with a warning if the value is not an object.
  public init?(_ node: JSONNode, _ report: inout DiagnosticReport) {
    guard case .object(let members) = node.value else {
      report.warn(
        "found \(node.value.kind); expected an object; ignored", at: .value(node.path),
        remedy: "write { ... } with its keys")
      return nil
    }
    path = node.path
    left = members
  }

  /// Returns the value of `key`. If it is missing, returns that of the same key in another case, or of a common
  /// misspelling, with a warning. Null counts as missing, with a warning.
  public mutating func take(_ key: String, misspelt: [String] = [], _ report: inout DiagnosticReport) -> JSONNode? {
    asked.append(key)
    guard let found = name(of: key, misspelt: misspelt, &report), let value = left.removeValue(forKey: found) else {
      return nil
    }
    let node = JSONNode(value, at: .member(of: path, found))
    guard value != .null else {
      report.warn("null", at: .value(node.path), remedy: "remove the key")
      return nil
    }
    return node
  }

  private mutating func name(of key: String, misspelt: [String], _ report: inout DiagnosticReport) -> String? {
    if left[key] != nil { return key }
    guard !left.isEmpty else { return nil }
    if lowercased.isEmpty { lowercased = Dictionary(grouping: left.keys) { $0.lowercased() } }
    let candidates = ([key] + misspelt).flatMap { lowercased[$0.lowercased()] ?? [] }
    guard let found = candidates.filter({ left[$0] != nil }).min() else { return nil }
    report.warn(
      "\(Quotation.quoted(found)) is read as \(key)", at: .key(.member(of: path, found)), remedy: "write \(key)")
    return found
  }

  /// Returns a number; accepts a number in a string, with a warning. Returns nil, with a warning, for any other value.
  public mutating func number(_ key: String, _ report: inout DiagnosticReport) -> (Double, JSONPath)? {
    guard let node = take(key, &report) else { return nil }
    if case .number(let number) = node.value { return (number, node.path) }
    if case .string(let text) = node.value, let number = Double(text), number.isFinite {
      report.warn("a number in quotation marks", at: .value(node.path), remedy: "remove the quotation marks")
      return (number, node.path)
    }
    warnOfKind(node, "a number", &report)
    return nil
  }

  /// Returns a string; nil, with a warning, for any other value.
  public mutating func string(_ key: String, _ report: inout DiagnosticReport) -> (String, JSONPath)? {
    guard let node = take(key, &report) else { return nil }
    if case .string(let text) = node.value { return (text, node.path) }
    warnOfKind(node, "a text", &report)
    return nil
  }

  /// Returns true or false, also for 1 or 0; nil, with a warning, for any other value.
  public mutating func bool(_ key: String, _ report: inout DiagnosticReport) -> Bool? {
    guard let node = take(key, &report) else { return nil }
    switch node.value {
    case .bool(let bool): return bool
    case .number(0): return false
    case .number(1): return true
    default:
      warnOfKind(node, "true or false", &report)
      return nil
    }
  }

  /// Returns the elements of an array; an empty array, with a warning, for any other value.
  public mutating func elements(_ key: String, _ report: inout DiagnosticReport) -> [JSONNode] {
    guard let node = take(key, &report) else { return [] }
    if let elements = node.elements { return elements }
    warnOfKind(node, "an array", &report)
    return []
  }

  private func warnOfKind(_ node: JSONNode, _ wanted: String, _ report: inout DiagnosticReport) {
    report.warn(
      "found \(node.value.kind); expected \(wanted); ignored", at: .value(node.path), remedy: "write \(wanted)")
  }

  /// Warns about the unread keys.
  public func finish(_ report: inout DiagnosticReport) {
    for key in left.keys.sorted() {
      report.warn(
        "\(Quotation.quoted(key)) is unknown; ignored", at: .key(.member(of: path, key)),
        remedy: Spelling.remedy(for: key, among: asked))
    }
  }

  /// Whether there are unread keys.
  public var hasMore: Bool { !left.isEmpty }
}
