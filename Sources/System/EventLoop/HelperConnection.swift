package import HapticSystem

/// A running helper program and the socket to it. The release of this object closes the socket, which ends the program.
package final class HelperConnection {
  private let socket: SeqpacketSocket
  private let packetSize: Int
  private let onPacket: ([UInt8]) -> Void
  private let onEnd: () -> Void
  private var source: Source?

  /// Starts the program; see `HelperProgram.start`.
  ///
  /// - Parameters:
  ///   - packetSize: the size of the program's packets in bytes. Those of other sizes are dropped.
  ///   - onEnd: called once after the program has ended. May release this object.
  package init(
    _ path: String, _ arguments: [String], loop: EventLoop, packetSize: Int,
    onPacket: @escaping ([UInt8]) -> Void, onEnd: @escaping () -> Void
  ) throws(Errno) {
    socket = try HelperProgram.start(path, arguments)
    self.packetSize = packetSize
    self.onPacket = onPacket
    self.onEnd = onEnd
    source = try loop.watch(socket.rawValue, for: .readable) { [unowned self] _ in read() }
  }

  // The socket is closed after its registration has ended.
  deinit { source = nil }

  /// - Returns: false if the program has not read enough. After its end, the report of the end follows.
  package func send(_ packet: [UInt8]) -> Bool {
    do throws(Errno) {
      try socket.send(RawSpan(_elements: packet.span))
      return true
    } catch {
      return error != .wouldBlock
    }
  }

  private func read() {
    var packet = [UInt8](repeating: 0, count: packetSize)
    do throws(Errno) {
      var span = packet.mutableSpan
      var bytes = MutableRawSpan(_elements: &span)
      let size = try socket.receive(into: &bytes)
      if size == 0 { end() } else if size == packetSize { onPacket(packet) }
    } catch {
      if error != .wouldBlock { end() }
    }
  }

  private func end() {
    source = nil
    onEnd()
  }
}
