internal import HapticControl
internal import TextDiagnostics

/// The reason why a request is not carried out, for the user of the page.
package struct StudioError: Error, Equatable {
  package enum Code: String, Sendable {
    case badRequest = "bad-request"
    case badMethod = "bad-method"
    case badType = "bad-type"
    case forbidden
    case notFound = "not-found"
    case changed
    case exists
    case tooLarge = "too-large"
    case unreadable
    case refused
    case noDaemon = "no-daemon"

    var status: Int {
      switch self {
      case .badRequest: 400
      case .badMethod: 405
      case .badType: 415
      case .forbidden: 403
      case .notFound: 404
      case .changed, .exists: 409
      case .tooLarge: 413
      case .unreadable, .refused: 422
      case .noDaemon: 503
      }
    }
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

  static let notFound = StudioError(.notFound, "the studio has nothing of this name")

  var json: String {
    var members = [("code", code.rawValue), ("message", message)]
    if let remedy { members.append(("remedy", remedy)) }
    let text = members.map { "\(JSONText.quoted($0.0)):\(JSONText.quoted($0.1))" }.joined(separator: ",")
    return "{\"error\":{\(text)}}"
  }
}
