internal import HapticSystem
internal import VirtualDevices

/// What any service in a process of its own costs: an epoll server in C that writes the play event when a packet of a
/// play's size comes, and does nothing else.
final class Relay {
  private let server: Child
  private let socket: SeqpacketSocket
  private let play = [UInt8](repeating: 0, count: 96)
  private let stop = [UInt8](repeating: 0, count: 12)

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
