struct HTTPAnswer: Sendable {
  /// The status with its phrase.
  private let status: String
  private let contentType: String
  let bytes: [UInt8]
  /// Names and values besides those of every answer.
  private let fields: [(String, String)]

  init(_ contentType: String, _ bytes: [UInt8], status: String = "200 OK", fields: [(String, String)] = []) {
    (self.status, self.contentType, self.bytes, self.fields) = (status, contentType, bytes, fields)
  }

  init(json text: String, status: String = "200 OK") {
    self.init("application/json; charset=utf-8", Array(text.utf8), status: status)
  }

  init(_ error: StudioError) { self.init(json: error.json, status: error.code.status) }

  /// The head with its empty line, for a body of known length.
  func head(keepingConnection: Bool) -> [UInt8] {
    let own = [("Content-Length", "\(bytes.count)"), ("Connection", keepingConnection ? "keep-alive" : "close")]
    return Self.head(status, contentType, fields + own)
  }

  /// The head of a stream of events, which has no known end.
  static var streamHead: [UInt8] {
    head("200 OK", "application/x-ndjson; charset=utf-8", [("Transfer-Encoding", "chunked"), ("Connection", "close")])
  }

  private static func head(_ status: String, _ contentType: String, _ fields: [(String, String)]) -> [UInt8] {
    let all = [("Content-Type", contentType)] + securityFields + fields
    let lines = ["HTTP/1.1 \(status)"] + all.map { "\($0.0): \($0.1)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// The fields of every answer that restrict what a browser does with it. There is no field of CORS: no other page may
  /// read an answer.
  private static let securityFields = [
    ("Content-Security-Policy", policy),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
  ]

  /// The page loads nothing from elsewhere, sends nothing elsewhere, and is in no frame.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    + "font-src 'self'; media-src 'self' blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
}
