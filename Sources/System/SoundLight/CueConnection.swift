internal import EventLoop
internal import HapticSystem

/// A running helper program. The release of this object ends the program.
final class CueConnection {
  private let socket: SeqpacketSocket
  private let onResult: (UInt32, CueResult) -> Void
  private let onEnd: () -> Void
  private var source: Registration?

  /// - Parameter onEnd: called once after the program has ended. May release this object.
  init(
    _ path: String, _ arguments: [String], loop: EventLoop, onResult: @escaping (UInt32, CueResult) -> Void,
    onEnd: @escaping () -> Void
  ) throws(Errno) {
    socket = try HelperProgram.start(path, arguments)
    self.onResult = onResult
    self.onEnd = onEnd
    source = Registration(try loop.watch(socket.rawValue, for: .readable) { [unowned self] _ in read() })
  }

  /// - Returns: false if the program has not read enough. After its end, the report of the end follows.
  func send(_ packet: [UInt8]) -> Bool {
    do throws(Errno) {
      try socket.send(RawSpan(_elements: packet.span))
      return true
    } catch {
      return error != .wouldBlock
    }
  }

  private func read() {
    var packet = [UInt8](repeating: 0, count: CuePacket.resultBytes)
    do throws(Errno) {
      let count = try receive(into: &packet)
      guard count > 0 else { return end() }
      if count == packet.count, let (number, result) = CuePacket.result(packet) { onResult(number, result) }
    } catch {
      if error != .wouldBlock { end() }
    }
  }

  private func receive(into packet: inout [UInt8]) throws(Errno) -> Int {
    var span = packet.mutableSpan
    var bytes = MutableRawSpan(_elements: &span)
    return try socket.receive(into: &bytes)
  }

  private func end() {
    source = nil
    onEnd()
  }
}
