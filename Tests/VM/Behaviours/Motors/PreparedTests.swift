internal import HapticProtocol
internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The uploads and slots that plays use.
@Suite(.inGuest, .serialized)
struct PreparedTests {
  private static let shapes: [any DeviceShape] = [UinputShape.phoneMotor, UhidShape.dualSense, GadgetShape.xbox360Pad]

  @Test(arguments: TestExtent.all(shapes, quick: [UhidShape.dualSense]))
  func `a prepared feedback plays without an upload`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    let prepared = client.prepare("success")
    let ready = try client.blocking.verdict(of: prepared, timeout: waitLimit)
    #expect(ready.verdict == .done && ready.count > 0)
    try playToEnd(prepared, client)
    // After a pause, the daemon writes once more that the motors are off, which uses an effect of its own, and
    // continues to prepare the vocabulary. Both end after a while. On a busy machine, a stop may overtake a level that waits
    // for the device's own thread, and that play writes none.
    var statistics = StatisticsReport()
    let playsWithoutUpload = try poll(upTo: waitLimit) {
      _ = try client.blocking.ask(StatisticsQuery(resetting: true), timeout: waitLimit)
      device.log.clear()
      for _ in 0..<10 { try playToEnd(prepared, client) }
      try device.log.wait(for: .off)
      statistics = try client.blocking.ask(StatisticsQuery(), timeout: waitLimit)
      return statistics.uploads == 0 && device.log.entries.uploads.isEmpty && statistics[stage: .written].count == 10
    }
    #expect(statistics[.played] == 10)
    #expect(statistics[stage: .written].count == 10, "also where a thread of the device's own writes")
    #expect(playsWithoutUpload, "\(statistics.uploads) uploads, \(device.log.entries.uploads)")
    #expect(statistics.writes >= 20, "on and off, ten times")
    #expect(device.log.entries.motorChanges.contains { $0.state != .off })
  }

  @Test(arguments: TestExtent.all(Array(shapes.prefix(2)), quick: Array(shapes.prefix(1))))
  func `a burst of taps leaves the motor off`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let settings = try Settings.unlimited()
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: device)
    let client = daemon.client()
    _ = try client.blocking.ask(StatisticsQuery(resetting: true), timeout: waitLimit)
    let count: UInt64 = TestExtent.all(1000, quick: 200)
    var sent: UInt64 = 0
    while sent < count {
      if client.play(Haptic("impact.light", deadline: waitLimit)) {
        sent += 1
      } else {
        // The socket is full. After any reply, the daemon has read the earlier requests.
        _ = try client.blocking.devices(timeout: waitLimit)
      }
    }
    let statistics = try client.blocking.ask(StatisticsQuery(), timeout: waitLimit)
    #expect(statistics[.played] + statistics[.limit] == count)
    #expect(statistics[.played] >= 32)
    // The admitted plays end; then another tap is felt as usual.
    var last: Finished?
    _ = poll(upTo: waitLimit) {
      last = try? client.playToEnd("impact.light")
      return last != nil
    }
    #expect(last?.reason == .ended)
    try device.log.wait(for: .off)
    #expect(try client.blocking.stopEverything(timeout: waitLimit).count == 0)
    #expect(device.log.motors == .off)
  }

  @Test func `plays leak no slot`() throws {
    // Without a minimum interval of commands, so that each play is written, in a reasonable time.
    let rule = try UdevRule("ENV{HAPTIC_CLASS}==\"gamepad\", ENV{HAPTIC_INTERVAL_MS}=\"0\"")
    defer { rule.remove() }
    let device = try Guest.plug(UhidShape.dualSense)
    let settings = try Settings.unlimited()
    let daemon = try Daemon(environment: settings.environment)
    let record = try daemon.wait(for: device)
    let client = daemon.client()
    let hums = [0, 0.5, 1].map { sharpness in
      client.define([Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: Sharpness(sharpness))])
    }
    let count: UInt64 = TestExtent.all(10_000, quick: 100)
    for index in 0..<Int(count) {
      let haptic = Haptic(
        hums[index % hums.count], intensity: Double(1 + index % 17) / 17, deadline: waitLimit)
      #expect(client.play(haptic))
      // Stops each play at once. A reply now and then prevents a full socket.
      if index % 20 == 19 { _ = try client.blocking.stop(nil, timeout: waitLimit) } else { #expect(client.stop()) }
    }
    let statistics = try client.blocking.ask(StatisticsQuery(), timeout: waitLimit)
    #expect(statistics[.played] == count)
    #expect(statistics.writes >= 2 * count, "on and off each time")
    #expect(statistics.uploads > count / 10, "more levels than there are slots")
    try device.log.wait(for: .off)

    var foreign: [Int] = []
    let node = try RawNode(device.node)
    while let slot = try? node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10)) { foreign.append(slot) }
    #expect(foreign.count == Int(record.slots - record.slotShare))
    device.log.clear()
    _ = try client.playToEnd("error", intensity: 0.123)
    #expect(device.log.entries.motorChanges.contains { $0.state != .off })
    try device.log.wait(for: .off)
  }

  private func playToEnd(_ prepared: Prepared, _ client: HapticClient) throws {
    let playback = client.newPlayback()
    let reply = try client.blocking.play(Haptic(prepared, deadline: waitLimit, playback: playback), timeout: waitLimit)
    #expect(reply.verdict == .played)
    #expect(try client.blocking.end(of: playback, timeout: waitLimit).reason == .ended)
  }
}
