internal import Glibc
internal import HapticPatterns
package import HapticProtocol
internal import HapticSystem
internal import Synchronization

/// A daemon on its own thread that serves one client after the other by a rule.
package final class AnsweringDaemon: Sendable {
  package typealias Rule = @Sendable (RequestPacket) -> [DaemonPacket]

  private let listener: SeqpacketListener
  private let stopping = Atomic(false)
  private let ended: EventCounter
  private let wake: EventCounter

  private let encode: @Sendable (DaemonPacket) -> [UInt8]

  /// - Parameter encode: the bytes of a packet.
  package init(
    at path: SocketPath, _ rule: @escaping Rule = AnsweringDaemon.agreeable,
    encoding encode: @escaping @Sendable (DaemonPacket) -> [UInt8] = { $0.bytes }
  ) throws {
    self.encode = encode
    path.unlink()
    ended = try EventCounter()
    wake = try EventCounter()
    listener = try SeqpacketListener.bind(to: path.path)
    try BackgroundThread.start { [self] in
      serve(rule)
      refuseAll()
      ended.raise()
    }
  }

  /// Ends the daemon and its connection.
  package func stop() throws {
    stopping.store(true, ordering: .releasing)
    wake.raise()
    try waitUntilReadable(ended.rawValue, timeout: waitLimit)
  }

  /// A rule that accepts all requests.
  package static func agreeable(_ packet: RequestPacket) -> [DaemonPacket] {
    if packet.serial == 0 { return [] }
    switch packet.request {
    case .hello: return [.reply(serial: packet.serial, .hello(HelloReply(daemonVersion: "test")))]
    case .query(let query) where query.body is DevicesQuery:
      return packet.answers(DevicesQuery.self, DeviceList(records: []))
    case .query(let query) where query.body is StatisticsQuery:
      return packet.answers(StatisticsQuery.self, StatisticsReport(clients: 1))
    case .play(let play):
      let verdict = VerdictReply(.played, playback: play.playback, receivedNanoseconds: 1)
      return [.reply(serial: packet.serial, .verdict(verdict))]
    default: return [.reply(serial: packet.serial, .verdict(VerdictReply(.done, receivedNanoseconds: 1)))]
    }
  }

  private var isStopping: Bool { stopping.load(ordering: .acquiring) }

  /// Refuses clients that connect after the end, as if the socket was closed, and those that were not accepted yet.
  private func refuseAll() {
    shutdown(listener.rawValue, Int32(SHUT_RDWR))
    while (try? listener.accept()) != nil {}
  }

  private func serve(_ rule: Rule) {
    while !isStopping {
      if let socket = try? listener.accept() { serve(socket, rule) }
      try? waitUntilReadable(listener.rawValue, or: wake.rawValue, timeout: waitLimit)
    }
  }

  private func serve(_ socket: consuming SeqpacketSocket, _ rule: Rule) {
    while !isStopping {
      try? waitUntilReadable(socket.rawValue, or: wake.rawValue, timeout: waitLimit)
      while let bytes = try? receiveArray(from: socket) {
        guard let packet = try? RequestPacket(decoding: bytes.span.bytes) else { return }
        for answer in rule(packet) {
          if (try? send(encode(answer), to: socket)) == nil { return }
        }
      }
    }
  }

  /// Waits while the client reads no packet, as on a busy machine.
  private func send(_ bytes: [UInt8], to socket: borrowing SeqpacketSocket) throws(Errno) {
    while !isStopping {
      do throws(Errno) {
        return try socket.send(bytes.span.bytes)
      } catch .wouldBlock {
        try waitUntilReadable(wake.rawValue, timeout: .milliseconds(1))
      }
    }
  }
}

extension RequestPacket {
  /// The query, if it is of this type.
  package func query<Q: Query>(_ type: Q.Type) -> Q? {
    if case .query(let query) = request { query.body as? Q } else { nil }
  }

  /// The packet with this answer.
  package func answers<Q: Query>(_ query: Q.Type, _ answer: Q.Answer) -> [DaemonPacket] {
    [.reply(serial: serial, .answer(to: query, answer))]
  }
}
