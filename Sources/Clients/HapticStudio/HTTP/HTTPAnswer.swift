struct HTTPAnswer: Sendable {
  private let status: Int
  private let contentType: String
  let bytes: [UInt8]
  /// Fields besides those of every answer.
  private let fields: [(name: String, value: String)]

  init(_ status: Int, _ contentType: String, _ bytes: [UInt8], fields: [(name: String, value: String)] = []) {
    (self.status, self.contentType, self.bytes, self.fields) = (status, contentType, bytes, fields)
  }

  init(_ status: Int = 200, json text: String) {
    self.init(status, "application/json; charset=utf-8", Array(text.utf8))
  }

  init(_ error: StudioError) { self.init(error.code.status, json: error.json) }

  /// The head with its empty line, for a body of known length.
  func head(keepingConnection: Bool) -> [UInt8] {
    Self.head(
      status, contentType,
      fields + [("Content-Length", "\(bytes.count)"), ("Connection", keepingConnection ? "keep-alive" : "close")])
  }

  /// The head of a stream of events, which has no known end.
  static var streamHead: [UInt8] {
    head(200, "application/x-ndjson; charset=utf-8", [("Transfer-Encoding", "chunked"), ("Connection", "close")])
  }

  private static func head(_ status: Int, _ contentType: String, _ fields: [(name: String, value: String)]) -> [UInt8] {
    let all = [("Content-Type", contentType)] + securityFields + fields
    let lines = ["HTTP/1.1 \(status) \(phrase(status))"] + all.map { "\($0.0): \($0.1)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 303: "See Other"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 431: "Request Header Fields Too Large"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    default: "Bad Request"
    }
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
