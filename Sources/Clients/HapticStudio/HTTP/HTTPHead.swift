/// The head of an HTTP/1.1 request: the request line and the fields.
///
/// Strict, because a browser writes no other head: a repeated field, a control character or another transfer coding is a
/// flaw. Safe for untrusted bytes.
package struct HTTPHead: Equatable, Sendable {
  package let method: String
  /// The path without the query; begins with a slash, and is not decoded.
  package let path: String
  /// The text after the question mark; empty without one.
  package let query: String
  /// Whether the client wants to send further requests on the connection.
  package let keepsConnection: Bool
  /// The length of the body in bytes.
  package let bodyLength: Int
  /// The values by the names of the fields in lower case.
  private let fields: [String: String]

  /// The maximum length in bytes, without the empty line at the end.
  package static let longest = 16 << 10
  private static let mostFields = 64

  /// Returns the value of a field, whose name is in lower case; nil if it is missing.
  package subscript(name: String) -> String? { fields[name] }

  /// Reads a head without the empty line at its end.
  package init(_ bytes: some Collection<UInt8>) throws(StudioError) {
    guard bytes.count <= Self.longest else { throw .headTooLong }
    guard bytes.allSatisfy({ 0x20...0x7e ~= $0 || $0 == 0x0d || $0 == 0x0a || $0 == 0x09 }) else {
      throw .badRequest("the head of the request is not ASCII")
    }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst(), lines.count <= Self.mostFields,
      !lines.contains(where: { $0.utf8.contains { $0 == 0x0d || $0 == 0x0a } })
    else { throw .badRequest("the head of the request has odd lines") }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"), !words[1].contains("#"),
      words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
    else { throw .badRequest("not a request line of HTTP/1.1") }
    method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    query = target.count > 1 ? String(target[1]) : ""
    fields = try Self.fields(lines)
    bodyLength = try Self.bodyLength(fields)
    keepsConnection = words[2] == "HTTP/1.1" && fields["connection"]?.lowercased() != "close"
  }

  private static func fields(_ lines: ArraySlice<Substring>) throws(StudioError) -> [String: String] {
    var fields: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
        throw .badRequest("a field of the request has no name")
      }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingBlanks
      guard fields.updateValue(value, forKey: name) == nil else {
        throw .badRequest("a field of the request is repeated: \(name)")
      }
    }
    return fields
  }

  private static func bodyLength(_ fields: [String: String]) throws(StudioError) -> Int {
    guard fields["transfer-encoding"] == nil else {
      throw StudioError(.badCoding, "a transfer coding is not supported")
    }
    guard let text = fields["content-length"] else { return 0 }
    guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let length = Int(text) else {
      throw .badRequest("Content-Length is not a number")
    }
    return length
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5a ~= $0 || 0x61...0x7a ~= $0 || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "_")
      }
  }
}

extension Substring {
  /// The text without spaces and tabs at both ends.
  var trimmingBlanks: String {
    var rest = self
    while rest.utf8.first == 0x20 || rest.utf8.first == 0x09 { rest.removeFirst() }
    while rest.utf8.last == 0x20 || rest.utf8.last == 0x09 { rest.removeLast() }
    return String(rest)
  }
}
