import Foundation
import HapticStudio
import StudioPage
import TestSupport

/// A server in this process, with a folder.
final class ServedStudio: Sendable {
  let folder: TestFolder
  let server: StudioServer
  private let secrets = StudioSecrets()
  private let task: Task<Void, any Error>

  static let tap = #"{"Version":1,"Pattern":[{"Event":{"Time":0.1,"EventType":"HapticTransient"}}]}"#

  convenience init() throws {
    let folder = try TestFolder()
    try folder.write(Self.tap, to: "tap.ahap")
    try self.init(folder)
  }

  init(_ folder: TestFolder) throws {
    self.folder = folder
    server = try StudioServer(Studio(try StudioTarget(folder.path)), port: 0, page: PageSource(), secrets: secrets)
    task = Task { [server] in try await server.run() }
  }

  deinit { task.cancel() }

  var host: String { "127.0.0.1:\(server.port)" }
  var cookie: String { "hapticd-studio-\(server.port)=\(secrets.cookie)" }

  /// Sends a request with the given fields.
  func answer(_ line: String, _ fields: String..., body: String = "") throws -> StudioReply {
    try StudioClient.answer(server.port, ([line + " HTTP/1.1"] + fields).joined(separator: "\r\n"), body: body)
  }

  /// The head of a call of the page, without its length.
  func callHead(_ name: String) -> String {
    [
      "POST /api/\(name) HTTP/1.1", "Host: \(host)", "Origin: http://\(host)", "Cookie: \(cookie)",
      "X-Studio-Token: \(secrets.call)", "Content-Type: application/json",
    ].joined(separator: "\r\n")
  }

  /// Carries out a call of the page.
  func call(_ name: String, _ body: String = "{}") throws -> StudioReply {
    try StudioClient.answer(server.port, callHead(name), body: body)
  }

  func call(_ name: String, _ members: [String: Any]) throws -> StudioReply {
    try call(name, String(decoding: JSONSerialization.data(withJSONObject: members), as: UTF8.self))
  }
}
