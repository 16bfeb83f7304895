import HapticPatterns
import HapticProtocol
import HapticServer
import ServerHarness
import Testing

@testable import FuzzBodies

/// The fuzzer of the server performs the steps of its seeds, and detects the flaws that it checks for.
@Suite struct ServerTrialTests {
  private let trial: ServerTrial
  private let client: FuzzedClient

  init() throws {
    var dice = Dice([0, 0])
    trial = try ServerTrial(&dice)
    client = try #require(trial.client(0))
  }

  @Test func `clients play, and the end of a trial leaves nothing`() throws {
    client.send(.play(.init(.name("effect"), playback: PlaybackID(rawValue: 1))))
    try trial.turn()
    #expect(!trial.bench.motor.isOff)
    #expect(trial.bench.server.inventory.playbacks == [client.number: 1])
    try trial.check()
    try trial.end()
    #expect(trial.bench.motor.isOff)
    #expect(trial.bench.server.inventory.sessions == 0)
  }

  @Test func `a request without a reply is a flaw`() throws {
    client.send(.query(DevicesQuery()))
    #expect(throws: Flaw.self) { try client.checkAnswers() }
    try trial.turn()
    #expect(throws: Never.self) { try client.checkAnswers() }
  }

  @Test func `a client that breaks the protocol loses its connection, and the others keep theirs`() throws {
    client.send([1, 2, 3])
    #expect(throws: Never.self) { try client.checkConnection(true) }
    try trial.turn()
    #expect(trial.clients.count == 1)
    #expect(throws: Flaw.self) { try client.checkConnection(true) }
    #expect(throws: Flaw.self) { try trial.clients[0].checkConnection(false) }
  }

  @Test func `extreme numbers are possible in every field of a request`() throws {
    var packets = 0
    for choice in UInt8.min ... .max {
      for edge in stride(from: 0, through: 255, by: 15) {
        var dice = Dice([choice] + [UInt8](repeating: UInt8(edge), count: 60))
        let bytes = dice.packet(at: trial.bench.clock.now, serial: 1)
        if Fuzzer.request(bytes) != nil { packets += 1 }
      }
    }
    #expect(packets > 2000)
  }
}
