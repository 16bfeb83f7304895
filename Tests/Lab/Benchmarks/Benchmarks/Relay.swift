internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// The lower bound of a service in its own process: an epoll server in C that writes the play event for each packet of
/// a play's size, and does nothing else.
final class Relay {
  private let server: Child
  private let socket: SeqpacketSocket
  private let play = packet(.play(Request.Play(.name("impact.light"))))
  private let stop = packet(.stop(nil))

  init(_ device: any VirtualDevice) throws {
    let path = socketPath("relay")
    server = try Child.start([Settings.floor, path, try device.node]).child
    socket = try SeqpacketSocket.connect(to: path)
  }

  var contender: Contender {
    Contender(name: "C relay", trigger: { [self] in try send(play) }, finish: { [self] in try send(stop) })
  }

  private func send(_ packet: [UInt8]) throws { try socket.send(packet.span.bytes) }
}
