import HapticStudio
import StudioPage
import TestSupport

/// A server in this process, with a folder.
final class ServedStudio: StudioPage, Sendable {
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

  var port: UInt16 { server.port }
  var cookie: String { "hapticd-studio-\(port)=\(secrets.cookie)" }
  var token: String { secrets.call }

  /// Sends a request with the given fields.
  func answer(_ line: String, _ fields: String..., body: String = "") throws -> StudioReply {
    try StudioClient.answer(port, ([line + " HTTP/1.1"] + fields).joined(separator: "\r\n"), body: body)
  }
}
