internal import HapticPatterns

/// An object being read by name, as leniently as possible: keys in the wrong case are taken, and what is not asked for is
/// said at the end.
///
///     var fields = try JSONFields(node, &report)
///     let time = try fields.number("Time", &report)
///     try fields.finish(&report)
public struct JSONFields {
  private let path: JSONPath
  private var left: [String: JSONValue]
  private var asked: [String] = []
  /// The keys by themselves in lower case; made when it is first needed.
  private var lowercased: [String: [String]] = [:]

  /// Nil where the value is no object, which is warned of.
  public init?(_ node: JSONNode, _ report: inout Report) throws(Remark) {
    guard case .object(let members) = node.value else {
      try report.warn(
        "found \(node.value.kind); expected an object; ignored", at: .value(node.path),
        remedy: "write { ... } with its keys")
      return nil
    }
    path = node.path
    left = members
  }

  /// The value of `key`. Where there is none, that of the same key in another case or of a usual misspelling, with a
  /// warning. Null counts as none, with a warning.
  public mutating func take(
    _ key: String, misspelt: [String] = [], _ report: inout Report
  ) throws(Remark) -> JSONNode? {
    asked.append(key)
    guard let found = try name(of: key, misspelt: misspelt, &report) else { return nil }
    guard let value = left.removeValue(forKey: found) else { return nil }
    let node = JSONNode(value, at: .member(of: path, found))
    guard value != .null else {
      try report.warn("null", at: .value(node.path), remedy: "remove the key")
      return nil
    }
    return node
  }

  private mutating func name(of key: String, misspelt: [String], _ report: inout Report) throws(Remark) -> String? {
    if left[key] != nil { return key }
    guard !left.isEmpty else { return nil }
    if lowercased.isEmpty { lowercased = Dictionary(grouping: left.keys) { $0.lowercased() } }
    let candidates = ([key] + misspelt).flatMap { lowercased[$0.lowercased()] ?? [] }
    guard let found = candidates.filter({ left[$0] != nil }).min() else { return nil }
    try report.warn(
      "\(Quotation.quoted(found)) is read as \(key)", at: .key(.member(of: path, found)), remedy: "write \(key)")
    return found
  }

  /// A number; one that is written as a text is taken, with a warning. Nil, with a warning, for anything else.
  public mutating func number(_ key: String, _ report: inout Report) throws(Remark) -> (Double, JSONPath)? {
    guard let node = try take(key, &report) else { return nil }
    if case .number(let number) = node.value { return (number, node.path) }
    if case .string(let text) = node.value, let number = Double(text), number.isFinite {
      try report.warn("a number in quotation marks", at: .value(node.path), remedy: "remove the quotation marks")
      return (number, node.path)
    }
    try warnOfKind(node, "a number", &report)
    return nil
  }

  /// A text; nil, with a warning, for anything else.
  public mutating func string(_ key: String, _ report: inout Report) throws(Remark) -> (String, JSONPath)? {
    guard let node = try take(key, &report) else { return nil }
    if case .string(let text) = node.value { return (text, node.path) }
    try warnOfKind(node, "a text", &report)
    return nil
  }

  /// True or false, or 1 or 0; nil, with a warning, for anything else.
  public mutating func bool(_ key: String, _ report: inout Report) throws(Remark) -> Bool? {
    guard let node = try take(key, &report) else { return nil }
    switch node.value {
    case .bool(let bool): return bool
    case .number(0): return false
    case .number(1): return true
    default:
      try warnOfKind(node, "true or false", &report)
      return nil
    }
  }

  /// The elements of an array; none, with a warning, for anything else.
  public mutating func elements(
    _ key: String, misspelt: [String] = [], _ report: inout Report
  ) throws(Remark) -> [JSONNode] {
    guard let node = try take(key, misspelt: misspelt, &report) else { return [] }
    if let elements = node.elements { return elements }
    try warnOfKind(node, "an array", &report)
    return []
  }

  private func warnOfKind(_ node: JSONNode, _ wanted: String, _ report: inout Report) throws(Remark) {
    try report.warn(
      "found \(node.value.kind); expected \(wanted); ignored", at: .value(node.path), remedy: "write \(wanted)")
  }

  /// Warns of the keys that nobody asked for.
  public func finish(_ report: inout Report) throws(Remark) {
    guard !left.isEmpty else { return }
    for key in left.keys.sorted() {
      try report.warn(
        "\(Quotation.quoted(key)) is unknown; ignored", at: .key(.member(of: path, key)),
        remedy: Spelling.nearest(to: key, among: asked).map { "did you mean \($0)?" } ?? "remove it")
    }
  }

  /// Whether nobody has asked for some keys.
  public var hasMore: Bool { !left.isEmpty }
}
