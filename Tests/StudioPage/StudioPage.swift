internal import Foundation

/// The page of a running studio, as far as the studio sees it: what it sends, without a browser.
package struct StudioPage: Sendable {
  package let port: UInt16
  private let cookie, token: String

  /// Opens the address in the output of the studio.
  package init(_ output: String) throws {
    let address = output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("http://") } ?? ""
    port = UInt16(URL(string: String(address))?.port ?? 0)
    let host = "Host: 127.0.0.1:\(port)"
    let query = address.components(separatedBy: "/?").last ?? ""
    let first = try StudioClient.answer(port, "GET /?\(query) HTTP/1.1", host)
    cookie = "Cookie: " + (first.field("Set-Cookie")?.components(separatedBy: ";").first ?? "")
    let session = try StudioClient.answer(port, "GET /api/session HTTP/1.1", host, cookie)
    token = session.object["token"] as? String ?? ""
  }

  private func head(_ name: String) -> String {
    [
      "POST /api/\(name) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)", cookie,
      "X-Studio-Token: \(token)", "Content-Type: application/json",
    ].joined(separator: "\r\n")
  }

  /// Carries out a call.
  package func call(_ name: String, _ members: [String: Any] = [:]) throws -> StudioReply {
    let body = try JSONSerialization.data(withJSONObject: members)
    return try StudioClient.answer(port, head(name), body: String(decoding: body, as: UTF8.self))
  }

  /// Begins the stream of events, which keeps the studio open.
  package func events() throws -> StudioClient {
    let client = try StudioClient(port: port)
    client.send(head("events") + "\r\nContent-Length: 2\r\n\r\n{}")
    return client
  }
}
