import FakeDaemon
import HapticPatterns
import HapticProtocol
import HapticSystem
import Synchronization
import Testing

@testable import Haptics

@Suite struct `Serials of requests` {
  let path = SocketPath()

  @Test func `serials begin again at 1, and skip those of waiting calls`() async throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(socketPath: path.path, serial: .max - 1)
    async let first = client.devices(timeout: waitLimit)
    let peer = try daemon.accept()
    _ = try peer.greet()
    let waiting = try peer.receive()
    #expect(waiting.serial == .max)
    // Simulates that all other serials have been used since.
    client.core.withConnection { connection in
      connection.serial = .max - 1
      #expect(connection.nextSerial() == 1)
      connection.serial = .max - 1
    }
    async let second = client.ask(StatusQuery(), timeout: waitLimit)
    let other = try peer.receive()
    #expect(other.serial == 1 && other.request == .query(StatusQuery()))
    try peer.send(
      .reply(
        serial: other.serial, .answer(to: StatusQuery.self, Status(uptimeNanoseconds: 1, processID: 1, clients: 1))))
    try peer.send(.reply(serial: waiting.serial, .answer(to: DevicesQuery.self, DeviceList(records: []))))
    #expect(try await second.clients == 1)
    #expect(try await first.isEmpty)
  }

  @Test func `serials skip those of pending definitions`() {
    var bindings = Bindings()
    let handle = bindings.claim([], .media, for: nil)!
    bindings.restart(handle, awaited: 7, opening: 8)
    bindings.restart(handle, awaited: 9, opening: 10)
    #expect((1...11).filter { bindings.isPending($0) } == [7, 9, 10])
    #expect(bindings.conclude(9, isRefusal: false) == [7, 9])
    #expect((1...11).filter { bindings.isPending($0) } == [])
  }
}
