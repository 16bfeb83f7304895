internal import TextDiagnostics

/// The reason why a request is not carried out, for the user of the page.
package struct StudioError: Error, Equatable {
  /// The kind of reason: its name in JSON, and the status of the answer with its phrase.
  package struct Code: Equatable, Sendable {
    let name: String
    package let status: String

    package static let badRequest = Code(name: "bad-request", status: "400 Bad Request")
    static let headTooLong = Code(name: "bad-request", status: "431 Request Header Fields Too Large")
    static let badCoding = Code(name: "bad-request", status: "501 Not Implemented")
    package static let badMethod = Code(name: "bad-method", status: "405 Method Not Allowed")
    package static let badType = Code(name: "bad-type", status: "415 Unsupported Media Type")
    package static let forbidden = Code(name: "forbidden", status: "403 Forbidden")
    package static let notFound = Code(name: "not-found", status: "404 Not Found")
    package static let changed = Code(name: "changed", status: "409 Conflict")
    package static let exists = Code(name: "exists", status: "409 Conflict")
    package static let tooLarge = Code(name: "too-large", status: "413 Content Too Large")
    package static let unreadable = Code(name: "unreadable", status: "422 Unprocessable Content")
    package static let refused = Code(name: "refused", status: "422 Unprocessable Content")
    package static let noDaemon = Code(name: "no-daemon", status: "503 Service Unavailable")
  }

  package let code: Code
  package let message: String
  /// The action that solves it; nil if there is none.
  package let remedy: String?

  init(_ code: Code, _ message: String, remedy: String? = nil) {
    (self.code, self.message, self.remedy) = (code, message, remedy)
  }

  /// The reason why a file of this name is not read.
  init(_ refused: Refused, in name: String) {
    self.init(.unreadable, refused.finding.line(in: name), remedy: refused.finding.remedy)
  }

  static func forbidden(_ message: String) -> StudioError { StudioError(.forbidden, message) }

  static func badRequest(_ message: String) -> StudioError { StudioError(.badRequest, message) }

  static let headTooLong = StudioError(.headTooLong, "the head of the request is too long")

  static let notFound = StudioError(.notFound, "the studio has nothing of this name")

  var json: String {
    var members = [("code", code.name), ("message", message)]
    if let remedy { members.append(("remedy", remedy)) }
    let text = members.map { "\(JSONText.quoted($0.0)):\(JSONText.quoted($0.1))" }.joined(separator: ",")
    return "{\"error\":{\(text)}}"
  }
}
