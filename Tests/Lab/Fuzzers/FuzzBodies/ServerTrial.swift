import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import MotorRendering
import ServerHarness

/// A whole server with its clients, devices and clock, controlled by an input.
final class ServerTrial {
  let bench: ServerBench
  var clients: [FuzzedClient] = []
  /// Devices that have refused a request: their leases limit the time until their motors stop.
  private var unreliable: Set<DeviceID> = []
  private var nextDevice: UInt32 = 1
  private var devices = 0

  init(_ dice: inout Dice) throws(Flaw) {
    let choice = dice.byte()
    bench = try Self.attempt { () throws in
      try ServerBench(
        actuators: 0, vocabulary: FuzzVocabulary.all[0], preferences: choice & 1 == 0 ? .unlimited : Preferences())
    }
    for _ in 0..<(choice >> 1) % 3 + 1 { try plug(&dice) }
    for _ in 0..<2 { try connect(Identity()) }
    try turn()
  }

  private static func attempt<Value>(_ body: () throws -> Value) throws(Flaw) -> Value {
    do { return try body() } catch { throw Flaw("the server cannot begin: \(error)") }
  }

  // MARK: Clients

  /// Connects a client that sends hello.
  func connect(_ identity: Identity, greeting: Bool = true) throws(Flaw) {
    guard clients.count < Self.mostClients, let pair = try? SeqpacketSocket.pair() else { return }
    let ends = Ends(pair)
    let number: UInt64?
    do {
      number = try bench.server.connect(ends.takeServer(), as: identity, loop: nil)
    } catch {
      throw Flaw("a connection failed: \(error)")
    }
    guard let number else { return }
    let isExtra = clients.count >= Limits.clientsPerApplication
    let client = FuzzedClient(number: number, socket: ends, isExtra: isExtra)
    clients.append(client)
    if greeting { client.send(.hello(.init(applicationName: "claimed"))) }
  }

  /// The maximum number of clients: slightly more than one application may have, within the limit of descriptors.
  private static let mostClients = 200

  func client(_ choice: UInt8) -> FuzzedClient? { clients.isEmpty ? nil : clients[Int(choice) % clients.count] }

  /// Receives the next packet of every client, fires due alarms, and lets clients read.
  func turn() throws(Flaw) {
    for client in clients {
      client.noteServed()
      bench.server.receive(from: client.number)
    }
    try pass(.zero)
    try forgetGone()
  }

  private func forgetGone() throws(Flaw) {
    for client in clients { try client.checkConnection(bench.server.isConnected(client.number)) }
    clients.removeAll { !bench.server.isConnected($0.number) }
  }

  // MARK: Time

  /// Advances time, fires alarms and lets clients read. After `mostRings` alarms, the process sleeps for the rest of
  /// the time.
  func pass(_ duration: Duration) throws(Flaw) {
    let end = bench.clock.now + duration
    var rings = 0
    while rings < Self.mostRings, bench.clock.ringNext(until: end) {
      rings += 1
      if rings % 8 == 0 { try readAll() }
    }
    if bench.clock.now < end { bench.clock.stall(for: end - bench.clock.now) }
    try readAll()
  }

  private func readAll() throws(Flaw) { for client in clients { try client.read() } }

  private static let mostRings = 1000

  // MARK: Devices

  func plug(_ dice: inout Dice) throws(Flaw) {
    guard devices < Self.mostDevices else { return }
    let presets = MotorModel.presets.keys.sorted()
    let choice = dice.byte()
    let id = nextDevice
    nextDevice += 1
    devices += 1
    do {
      let actuator = try bench.add(
        id, preset: presets[Int(choice) % presets.count], kind: choice & 64 == 0 ? .vibrator : .gamepad,
        slots: choice & 128 == 0 ? 16 : 2)
      actuator.queues = choice & 32 != 0
    } catch {
      throw Flaw("a device was not taken in: \(error)")
    }
  }

  private static let mostDevices = 24

  func device(_ choice: UInt8) -> RecordingActuator? {
    let present = bench.presentActuators
    return present.isEmpty ? nil : present[Int(choice) % present.count]
  }

  func setRefusal(_ refusal: DeviceError?, of actuator: RecordingActuator) {
    if refusal != nil { unreliable.insert(actuator.id) }
    actuator.refusal = refusal
  }

  func refuseQueued(_ error: DeviceError, of actuator: RecordingActuator) {
    unreliable.insert(actuator.id)
    actuator.refuseQueued(error)
  }

  // MARK: Checks

  /// Checks the state after every step.
  func check() throws(Flaw) {
    try forgetGone()
    let inventory = bench.server.inventory
    try requireEqual(inventory.sessions, clients.count, "connections")
    try requireEqual(inventory.countedBySessions, inventory.playbacks, "playbacks counted by session")
    let running = inventory.playbacks.values.reduce(0, +)
    try requireEqual(inventory.countedByApplications, running, "playbacks counted by application")
    try checkBounds(inventory)
    if running == 0 { try checkMotorsAreOff() } else { try checkGuard() }
  }

  private func checkBounds(_ inventory: Inventory) throws(Flaw) {
    for (session, count) in inventory.playbacks {
      try require(count < Limits.playbacks + Self.mostDevices, "\(count) playbacks of client \(session)")
    }
    try require(inventory.handles <= Limits.handles * clients.count, "\(inventory.handles) handles")
    try require(inventory.patternBytes <= Limits.patternBytes * clients.count, "\(inventory.patternBytes) bytes")
    try require(inventory.memory <= Limits.memory, "\(inventory.memory) bytes of memory")
    try require(inventory.watchers <= clients.count, "\(inventory.watchers) watchers")
    try require(inventory.applications <= 65 + clients.count, "\(inventory.applications) applications")
  }

  /// Checks that the motors of devices that never refused are off now.
  private func checkMotorsAreOff() throws(Flaw) {
    for actuator in bench.presentActuators where !unreliable.contains(actuator.id) {
      try require(actuator.isOff, "nothing plays and \(actuator.writes.suffix(2)) was written last")
    }
  }

  /// Checks that an alarm is set while a motor is on.
  private func checkGuard() throws(Flaw) {
    let on = bench.presentActuators.filter { !unreliable.contains($0.id) && !$0.isOff }
    if !on.isEmpty { try require(!bench.clock.isIdle, "\(on[0].writes.suffix(2)), and no alarm is set") }
  }

  /// Checks that a client's stop is executed after its own earlier packets, independent of the packets of others.
  func checkStop(of client: FuzzedClient) throws(Flaw) {
    guard !client.hasLeft, !client.hasBrokenProtocol else { return }
    let before = client.unserved
    client.send(.stop(nil))
    guard client.unserved > before else { return }
    for _ in 0..<client.unserved { try turn() }
    try requireEqual(bench.server.inventory.playbacks[client.number], nil, "playbacks of a client that stopped them")
    if client.isReading { try require(client.awaitsNothing, "client \(client.number) has no reply to its stop") }
  }

  /// Ends all playbacks and disconnects all clients.
  func end() throws(Flaw) {
    for client in clients { for _ in 0..<client.unserved { try turn() } }
    for actuator in bench.presentActuators {
      actuator.refusal = nil
      actuator.writeQueued()
    }
    let watching = clients
    for client in watching { if !client.hasBrokenProtocol { client.send(.stop(nil)) } }
    try turn()
    // Devices with their own threads execute the stops now; then the ends are reported.
    for actuator in bench.presentActuators { actuator.writeQueued() }
    try turn()
    for client in watching { try client.checkAnswers() }
    for client in clients { client.leave() }
    for _ in 0...(clients.map(\.unserved).max() ?? 0) { try turn() }
    try check()
    try requireEqual(bench.server.inventory, Self.nothing(bench.server.inventory), "kept for nobody")
    try checkMotorsAreOff()
    try pass(.seconds(5))
    for actuator in bench.presentActuators {
      actuator.writeQueued()
      try require(actuator.isOff(byLeaseAt: bench.clock.now), "a motor runs on: \(actuator.writes.suffix(2))")
    }
    try require(bench.clock.isSilent, "an alarm is set for nobody")
  }

  /// Returns the expected final inventory. Applications are kept for a while.
  private static func nothing(_ inventory: Inventory) -> Inventory {
    var nothing = Inventory()
    nothing.applications = inventory.applications
    return nothing
  }
}
