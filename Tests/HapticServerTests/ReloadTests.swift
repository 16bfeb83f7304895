import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import Testing

@Suite struct ReloadTests {
  private let bench: ServerBench
  private let client: Client

  init() throws {
    bench = try ServerBench()
    client = try bench.client()
  }

  /// Counts readings, and lets each one take `cost`.
  private func countReadings(costing cost: Duration = .zero) -> Box<Int> {
    let count = Box(0)
    bench.server.settings.onReload = { [clock = bench.clock] finish in
      count.value += 1
      clock.stall(for: cost)
      finish()
    }
    return count
  }

  private func reloads(_ packets: [DaemonPacket]) -> [UInt32] {
    packets.compactMap {
      if case .reply(let serial, .verdict(let reply)) = $0, reply.verdict == .done { serial } else { nil }
    }
  }

  @Test func `preferences are in force when the reply to reload is sent`() {
    bench.server.settings.onReload = { [server = bench.server] finish in
      var preferences = Preferences.unlimited
      preferences.isEnabled = false
      server.setPreferences(preferences)
      finish()
    }
    #expect(client.play("success")?.verdict == .played)
    #expect(client.verdict(.reload)?.verdict == .done)
    #expect(bench.motor.isOff)
    #expect(client.play("success")?.verdict == .switchedOff)
  }

  @Test func `a query for a setting returns its value; an unknown key is unsupported`() {
    bench.server.settings.onSetting = { ["touch.strength": "\"60%\"", "theme": ""][$0] }
    for (key, value) in [("touch.strength", "\"60%\""), ("theme", "")] {
      #expect(client.ask(SettingQuery(key))?.text == value)
    }
    #expect(client.verdict(.query(SettingQuery("tuch.strength")))?.verdict == .unsupported)
    #expect(client.verdict(.query(SettingQuery("")))?.verdict == .unsupported)
  }

  @Test func `reload is not permitted in a sandbox`() throws {
    let readings = countReadings()
    let app = try bench.client(as: Identity("org.example.App", from: .flatpak))
    #expect(app.verdict(.reload)?.verdict == .notPermitted)
    #expect(readings.value == 0)
  }

  @Test func `requests soon after a reading share the next one and are answered after it`() throws {
    let readings = countReadings(costing: .milliseconds(2))
    let other = try bench.client()
    #expect(client.verdict(.reload)?.verdict == .done)
    #expect(readings.value == 1)
    for serial in 100..<110 as Range<UInt32> { client.send(.reload, serial: serial) }
    for serial in 200..<210 as Range<UInt32> { other.send(.reload, serial: serial) }
    #expect(readings.value == 1)
    #expect(reloads(client.packets()).isEmpty && reloads(other.packets()).isEmpty)
    bench.clock.advance(by: .milliseconds(20))
    #expect(readings.value == 2)
    #expect(reloads(client.packets()) == Array(100..<110))
    #expect(reloads(other.packets()) == Array(200..<210))
    #expect(bench.clock.isIdle)
  }

  @Test func `reading takes at most a tenth of the time, at any number of requests`() {
    let readings = countReadings(costing: .milliseconds(30))
    for _ in 0..<300 {
      client.send(.reload)
      bench.clock.advance(by: .milliseconds(10))
    }
    #expect((8...12).contains(readings.value), "\(readings.value) readings in 3 s")
  }

  @Test func `other clients are served while reload requests wait`() throws {
    let readings = countReadings(costing: .milliseconds(5))
    client.send(.reload)
    client.send(.reload)
    let other = try bench.client()
    #expect(other.play("success", playback: 1)?.verdict == .played)
    #expect(other.verdict(.stop(nil))?.count == 1)
    #expect(readings.value == 1)
  }

  /// Lets readings last until the test ends them.
  private func holdReadings() -> Box<[() -> Void]> {
    let held = Box<[() -> Void]>([])
    bench.server.settings.onReload = { held.value.append($0) }
    return held
  }

  @Test func `while a thread reads, a play and a stop are served, and the request is answered at the end`() throws {
    let held = holdReadings()
    client.send(.reload, serial: 100)
    let other = try bench.client()
    #expect(other.play("success", playback: 1)?.verdict == .played)
    #expect(!bench.motor.isOff)
    #expect(other.verdict(.stop(nil))?.count == 1)
    #expect(bench.motor.isOff)
    #expect(reloads(client.packets()).isEmpty && held.value.count == 1)
    held.value[0]()
    #expect(reloads(client.packets()) == [100])
  }

  @Test func `a request during a reading is answered by the next one, which begins later`() throws {
    let held = holdReadings()
    client.send(.reload, serial: 100)
    client.send(.reload, serial: 101)
    bench.clock.advance(by: .seconds(1))
    #expect(held.value.count == 1)
    held.value[0]()
    #expect(reloads(client.packets()) == [100])
    // A reading of a second permits the next one nine seconds later.
    bench.clock.advance(by: .seconds(8))
    #expect(held.value.count == 1)
    bench.clock.advance(by: .seconds(2))
    #expect(held.value.count == 2 && reloads(client.packets()).isEmpty)
    held.value[1]()
    #expect(reloads(client.packets()) == [101])
    #expect(bench.clock.isIdle)
  }

  @Test func `a client that leaves during a reading gets no reply, the next reading still begins`() throws {
    let held = holdReadings()
    let other = try bench.client()
    client.send(.reload)
    other.send(.reload, serial: 200)
    client.leave()
    held.value[0]()
    bench.clock.advance(by: .seconds(1))
    #expect(held.value.count == 2)
    held.value[1]()
    #expect(reloads(other.packets()) == [200])
  }

  @Test func `a client has waiting reloads up to its limit`() {
    _ = countReadings()
    client.send(.reload)
    let first = Array(100..<100 + UInt32(Limits.reloads))
    for serial in first { client.send(.reload, serial: serial) }
    #expect(client.verdict(.reload)?.verdict == .limit)
    bench.clock.advance(by: .seconds(1))
    #expect(reloads(client.packets()) == first)
  }

  @Test func `a client that disconnects during a reload gets no reply, the others do`() throws {
    let readings = countReadings()
    let other = try bench.client()
    client.send(.reload)
    client.send(.reload, serial: 100)
    other.send(.reload, serial: 200)
    client.leave()
    bench.clock.advance(by: .seconds(1))
    #expect(reloads(other.packets()) == [200])
    #expect(readings.value == 2)
    other.send(.reload)
    other.send(.reload, serial: 201)
    other.leave()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.clock.isIdle)
  }
}

final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
