internal import FlyingSocks
internal import FoundationEssentials
internal import Glibc

/// A connection of a client: requests in, answers out.
struct HTTPConnection {
  let socket: AsyncSocket
  /// The bytes that were read after the last request.
  private var rest: [UInt8] = []

  init(_ socket: AsyncSocket) { self.socket = socket }

  private static let headEnd: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]

  /// Reads the head of the next request; nil if the client has ended.
  ///
  /// - Throws: a `StudioError` for bytes that are not a head, or the error of the socket.
  mutating func nextHead() async throws -> HTTPHead? {
    var searched = 0
    while true {
      if let end = rest[searched...].firstRange(of: Self.headEnd)?.lowerBound {
        let head = try HTTPHead(rest[..<end])
        rest.removeFirst(end + Self.headEnd.count)
        return head
      }
      guard rest.count <= HTTPHead.longest else { throw StudioError.headTooLong }
      searched = max(rest.count - Self.headEnd.count + 1, 0)
      do { rest += try await socket.read(atMost: Self.portion) } catch SocketError.disconnected { return nil }
    }
  }

  mutating func body(_ length: Int) async throws -> [UInt8] {
    while rest.count < length { rest += try await socket.read(atMost: Self.portion) }
    defer { rest.removeFirst(length) }
    return Array(rest[..<length])
  }

  private static let portion = 64 << 10

  func send(_ answer: HTTPAnswer, keepingConnection: Bool) async throws {
    try await socket.write(Data(answer.head(keepingConnection: keepingConnection) + answer.bytes))
  }

  /// Sends a refusal, and ends the connection so that the client can read the answer: the kernel would discard it together
  /// with the bytes that were not read. Waits for a short time, and reads a limited number of bytes.
  func refuse(_ answer: HTTPAnswer) async {
    try? await send(answer, keepingConnection: false)
    _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        var left = Self.mostDiscarded
        while left > 0, let bytes = try? await socket.read(atMost: Self.portion) { left -= bytes.count }
      }
      group.addTask { try? await Task.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }

  private static let mostDiscarded = 1 << 20

  /// Begins an answer without a known end.
  func beginStream() async throws { try await socket.write(Data(HTTPAnswer.streamHead)) }

  /// Sends a part of an answer without a known end.
  func sendPart(_ text: String) async throws {
    try await socket.write(Data("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n".utf8))
  }
}
