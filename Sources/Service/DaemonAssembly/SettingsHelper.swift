internal import EventLoop
internal import HapticSystem
internal import SoundLight

/// A run of the program that uses GSettings.
final class SettingsHelper {
  static let programName = "hapticd-gsettings"

  /// The exit status of the program, which it also sends over its socket.
  enum Status: UInt8 {
    case done = 0
    case failed = 1
    /// GSettings or feedbackd's schema is not installed.
    case absent = 3
  }

  private let socket: SeqpacketSocket
  private var source: Registration?
  private let finish: (Status?) -> Void
  private var status: Status?

  /// Starts the program.
  ///
  /// - Parameter finish: called once at its end, with nil if it sent no status. May release this object.
  init(
    _ path: String, _ arguments: [String], loop: EventLoop, finish: @escaping (Status?) -> Void
  ) throws(Errno) {
    socket = try HelperProgram.start(path, arguments)
    self.finish = finish
    source = Registration(try loop.watch(socket.rawValue, for: .readable) { [unowned self] _ in read() })
  }

  private func read() {
    var packet: [UInt8] = [0]
    do throws(Errno) {
      guard try receive(into: &packet) > 0 else { return end() }
      status = Status(rawValue: packet[0])
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
    finish(status)
  }
}
