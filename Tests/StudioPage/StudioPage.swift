internal import Foundation

/// The page of a studio, as far as the studio sees it: what it sends, without a browser.
package protocol StudioPage {
  /// The port of the studio.
  var port: UInt16 { get }
  /// The cookie with its name.
  var cookie: String { get }
  /// The token of calls.
  var token: String { get }
}

extension StudioPage {
  package var host: String { "127.0.0.1:\(port)" }

  /// The head of a call, without its length.
  package func callHead(_ name: String) -> String {
    [
      "POST /api/\(name) HTTP/1.1", "Host: \(host)", "Origin: http://\(host)", "Cookie: \(cookie)",
      "X-Studio-Token: \(token)", "Content-Type: application/json",
    ].joined(separator: "\r\n")
  }

  /// Carries out a call.
  package func call(_ name: String, _ body: String = "{}") throws -> StudioReply {
    try StudioClient.answer(port, callHead(name), body: body)
  }

  package func call(_ name: String, _ members: [String: Any]) throws -> StudioReply {
    try call(name, String(decoding: JSONSerialization.data(withJSONObject: members), as: UTF8.self))
  }

  /// Begins the stream of events, which keeps the studio open.
  package func events() throws -> StudioClient {
    let client = try StudioClient(port: port)
    client.send(callHead("events") + "\r\nContent-Length: 2\r\n\r\n{}")
    return client
  }
}

/// The page of a running program.
package struct OpenedPage: StudioPage, Sendable {
  package let port: UInt16
  package let cookie, token: String

  /// Opens the address in the output of the studio.
  package init(_ output: String) throws {
    let address = output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") } ?? ""
    port = UInt16(URL(string: String(address))?.port ?? 0)
    let host = "Host: 127.0.0.1:\(port)"
    let query = address.components(separatedBy: "/?").last ?? ""
    let first = try StudioClient.answer(port, "GET /?\(query) HTTP/1.1", host)
    cookie = first.field("Set-Cookie")?.components(separatedBy: ";").first ?? ""
    let session = try StudioClient.answer(port, "GET /api/session HTTP/1.1", host, "Cookie: \(cookie)")
    token = session.object["token"] as? String ?? ""
  }
}
