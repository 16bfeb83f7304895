import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@Suite struct SessionTests {
  @Test func `hello is answered with the limits`() throws {
    let bench = try ServerBench()
    let client = try bench.clientBeforeHello()
    guard case .hello(let hello) = client.ask(.hello(.init(version: 9, applicationName: "x"))) else {
      Issue.record("no answer to hello")
      return
    }
    #expect(hello.version == Limits.version)
    #expect(Int(hello.handles) == Limits.handles)
  }

  @Test func `a packet before hello ends the connection`() throws {
    let client = try ServerBench().clientBeforeHello()
    client.send(.query(DevicesQuery()), serial: 1)
    #expect(client.isClosed)
  }

  @Test func `a second hello ends the connection`() throws {
    let client = try ServerBench().client()
    client.send(.hello(.init(applicationName: "again")), serial: 2)
    #expect(client.isClosed)
  }

  @Test(arguments: [
    [], [1], [4, 0, 0, 0, 1, 0, 0], Array(repeating: 0xff, count: 96), Array(repeating: 1, count: 600),
  ])
  func `a malformed packet ends that connection and no other`(bytes: [UInt8]) throws {
    let bench = try ServerBench(vocabulary: .test)
    let broken = try bench.client()
    let sound = try bench.client()
    broken.play("long")
    sound.play("long", intensity: 20000)
    broken.send(raw: bytes)
    #expect(broken.isClosed)
    #expect(!bench.motor.isOff)
    #expect(sound.play("hit")?.verdict == .played)
  }

  @Test func `a connection and its handles end before a device has confirmed the stop of its playback`() throws {
    let bench = try ServerBench(vocabulary: .test)
    bench.motor.queues = true
    let client = try bench.client()
    client.define([Event(.transient, intensity: 1, sharpness: 0.5)], as: 1)
    client.play("long")
    bench.motor.writeQueued()
    client.send(raw: [1])
    #expect(!bench.motor.pending.isEmpty)
    #expect(client.isClosed)
    #expect(bench.server.inventory.handles == 0)
  }

  @Test func `the server disconnects a client that does not read`() throws {
    let bench = try ServerBench()
    let deaf = try bench.client()
    for serial in 2...100_000 as ClosedRange<UInt32> {
      deaf.send(.query(DevicesQuery()), serial: serial)
      if !bench.server.isConnected(deaf.number) { break }
    }
    #expect(!bench.server.isConnected(deaf.number))
    #expect(try bench.client().play("success")?.verdict == .played)
  }

  @Test func `the server accepts clients up to its limit`() throws {
    let bench = try ServerBench()
    var clients: [Client] = []
    for number in 1...Limits.clients {
      clients.append(try bench.client(as: Identity(ShortName(truncating: "app\(number)"), from: .unit)))
    }
    let boxed = Identity("org.example.Boxed", from: .flatpak)
    #expect(try !bench.isTakingClients(as: boxed))
    clients.removeLast().leave()
    #expect(try bench.client(as: boxed).play("success")?.verdict == .played)
  }

  @Test func `a monitor sees each request with its verdict and every level written`() throws {
    let bench = try ServerBench()
    let monitor = try bench.client(named: "hapticctl")
    #expect(monitor.verdict(.monitor([.requests, .levels]))?.verdict == .done)
    _ = monitor.events
    try bench.client(named: "keyboard").play("impact.light", playback: 4)
    bench.clock.advance(by: .seconds(1))
    let events = monitor.events
    let observed = events.compactMap { if case .observed(let seen) = $0 { seen } else { nil } }
    #expect(observed.map(\.verdict) == [.played])
    #expect(observed.first?.feedback == "impact.light")
    #expect(observed.first?.applicationName == "keyboard")
    let levels = events.compactMap { if case .level(let level) = $0 { level } else { nil } }
    #expect(levels.map(\.strong) == bench.motor.levels.map(\.strong))
    #expect(levels.last?.leaseMilliseconds == 0)
  }

  @Test func `a monitor sees the period of each wave, and from the device's record that it plays waves`() throws {
    let bench = try ServerBench(actuators: 0)
    let motor = try bench.add(1, playingWaves: true)
    let client = try bench.client()
    client.send(.monitor(.levels))
    try bench.client().play("success")
    bench.clock.advance(by: .seconds(1))
    let levels = client.events.compactMap { if case .level(let level) = $0 { level } else { nil } }
    #expect(levels.map(\.periodMilliseconds) == motor.levels.map { UInt16($0.periodMilliseconds) })
    #expect(levels.contains { $0.periodMilliseconds > 0 })
    #expect(levels.last?.periodMilliseconds == 0)
    #expect(client.ask(DevicesQuery())?.records.map(\.motor.playsWaves) == [true])
  }

  @Test func `a slow monitor gets the number of lost events after levels in between`() throws {
    let bench = try ServerBench()
    let monitor = try bench.client()
    monitor.send(.monitor([.requests, .levels]))
    let player = try bench.client()
    for _ in 1...2000 { player.send(.stop(nil)) }
    let seen = monitor.events.count
    #expect(seen < 2000)
    player.send(.play(.init(.name("success"))))
    bench.clock.advance(by: .seconds(1))
    player.send(.stop(nil))
    let events = monitor.events
    #expect(events.contains { if case .level = $0 { true } else { false } })
    let lost = events.compactMap { if case .observed(let request) = $0 { request.lost } else { nil } }
    #expect(lost.reduce(0, +) == UInt64(2000 - seen))
  }

  @Test func `a slow monitor loses events, gets their number, and stays connected`() throws {
    let bench = try ServerBench()
    let monitor = try bench.client()
    monitor.send(.monitor(.requests))
    let player = try bench.client()
    for _ in 1...2000 { player.send(.stop(nil)) }
    #expect(bench.server.isConnected(monitor.number))
    let first = monitor.events.count
    #expect(first < 2000)
    player.send(.stop(nil))
    let lost = monitor.events.compactMap { if case .observed(let seen) = $0 { seen.lost } else { nil } }
    #expect(lost.map(Int.init) == [2000 - first])
  }

  @Test func `a monitor that ends its scope and begins another one gets the number of events lost before`() throws {
    let bench = try ServerBench()
    let monitor = try bench.client()
    monitor.send(.monitor(.requests))
    let player = try bench.client()
    for _ in 1...2000 { player.send(.stop(nil)) }
    let first = monitor.events.count
    #expect(first < 2000)
    monitor.send(.monitor([]))
    monitor.send(.monitor(.requests))
    player.send(.stop(nil))
    let lost = monitor.events.compactMap { if case .observed(let seen) = $0 { Int(seen.lost) } else { nil } }
    // The two changes of the scope are requests too, which the monitor may see.
    #expect(lost.filter { $0 > 0 } == [2000 - first])
  }

  @Test func `clients are told to prepare handles again when the devices change`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    _ = client.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "success")))
    try bench.add(2)
    #expect(client.events == [.reset])
  }

  @Test func `counters record verdicts, stages and costs, and can be reset`() throws {
    let bench = try ServerBench()
    let client = try bench.client()
    client.play("success")
    client.play("nonsense")
    bench.clock.advance(by: .seconds(1))
    let report = try #require(client.ask(StatisticsQuery(resetting: true)))
    #expect(report[.played] == 1)
    #expect(report[.unknownFeedback] == 1)
    #expect(report.clients == 1)
    #expect(report[stage: .written].count == 1)
    #expect(Int(report[stage: .step].count) == bench.motor.levels.count)
    #expect(Int(report.writes) == bench.motor.writes.count)
    let fresh = try #require(client.ask(StatisticsQuery()))
    #expect(fresh[.played] == 0)
    #expect(fresh.writes == 0)
  }

  @Test func `ignored nodes are listed with the reason`() throws {
    let bench = try ServerBench()
    let wheel = DeviceRecord(
      id: nil, state: .ignored, driver: .own, kind: .wheel, name: "wheel", path: "/dev/input/event9",
      reason: "a wheel's motor steers")
    bench.server.setUnused(wheel, at: wheel.path)
    let devices = try #require(bench.client().ask(DevicesQuery())).records
    #expect(devices.map(\.name) == ["recorder 1", "wheel"])
    #expect(devices.last == wheel)
    bench.server.setUnused(nil, at: wheel.path)
    #expect(try bench.client().ask(DevicesQuery())?.records == Array(devices.prefix(1)))
  }
}
