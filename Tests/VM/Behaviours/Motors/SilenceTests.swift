internal import Glibc
internal import HapticProtocol
internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The motor stops, however the daemon or a client ends.
@Suite(.inGuest, .serialized)
struct SilenceTests {
  /// A device of each way to drive one: by ff-memless in the loop, and by a thread that waits for the driver.
  private static let some: [any DeviceShape] = [UhidShape.dualSense, UinputShape.endlessMotor]

  /// Devices whose effects end by themselves, one of each way.
  private static let ended: [any DeviceShape] = [UhidShape.dualSense, UinputShape.phoneMotor]

  @Test(arguments: TestExtent.all([UinputShape.phoneMotor, UinputShape.endlessMotor] + DeviceShapes.pads, quick: some))
  func `a daemon that is killed during a buzz leaves the motor off`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    try client.buzz()
    try waitUntilOn(device)
    daemon.signal(SIGKILL)
    #expect(try daemon.wait() == 128 + SIGKILL)
    try device.log.wait(for: .off)
  }

  @Test(arguments: TestExtent.all([UhidShape.dualSense, UinputShape.phoneMotor, GadgetShape.xbox360Pad], quick: ended))
  func `a daemon that is suspended during a buzz leaves the motor off when the lease ends`(shape: any DeviceShape)
    throws
  {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    try client.hum()
    // Repeated, because the machine may pause for longer than the lease.
    let isCaught = try poll(upTo: waitLimit) {
      daemon.signal(SIGCONT)
      try waitUntilOn(device)
      daemon.signal(SIGSTOP)
      return poll(upTo: waitLimit) { daemon.isStopped } && device.log.motors != .off
    }
    #expect(isCaught)
    try device.log.wait(for: .off)
    #expect(daemon.isStopped)
    daemon.signal(SIGCONT)
    _ = try client.blocking.stop(nil, timeout: waitLimit)
    try client.feelTap(on: device)
  }

  @Test(arguments: TestExtent.all(some + [GadgetShape.xbox360Pad], quick: some))
  func `a daemon that is asked to end stops the motor and exits with 0`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    let playbacks = try client.buzz()
    try waitUntilOn(device)
    daemon.signal(SIGTERM)
    #expect(try daemon.wait() == 0, "\(daemon.log)")
    try device.log.wait(for: .off)
    #expect(try client.blocking.end(of: playbacks[29], timeout: waitLimit).reason == .shutdown)
    #expect(daemon.log.contains("stopped"))
  }

  @Test func `a client that dies silences its own effects only`() throws {
    let device = try Guest.plug(UhidShape.dualSense)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let gentle = daemon.client("gentle")
    var soft: UInt16 = 0
    let isFelt = try poll(upTo: waitLimit) {
      _ = try gentle.playToEnd("selection")
      try device.log.wait(for: .off)
      soft = device.log.entries.motorChanges.map(\.state.strong).max() ?? 0
      return soft > 0
    }
    #expect(isFelt)
    device.log.clear()

    let strong = Daemon.Buzzer(daemon)
    try device.log.wait(for: "the strong client") { $0.motorChanges.contains { $0.state.strong > soft } }
    try gentle.buzz("selection")
    strong.kill()
    let isGone = try poll(upTo: waitLimit) {
      try gentle.blocking.ask(StatisticsQuery(), timeout: waitLimit).clients == 1
    }
    #expect(isGone)
    device.log.clear()
    let changes = try device.log.wait(for: "pulses of the gentle client") { log in
      log.motorChanges.count { $0.state.strong == soft } >= 4
    }.motorChanges
    // The driver may have had a level of the strong client in progress.
    #expect(changes.drop { $0.state.strong != soft }.allSatisfy { $0.state.strong <= soft })
  }

  @Test func `stopping everything silences every device and every client`() throws {
    let (pad, motor) = (try Guest.plug(UhidShape.dualSense), try Guest.plug(UinputShape.endlessMotor))
    let settings = try Settings.unlimited()
    let daemon = try Daemon(environment: settings.environment)
    let (first, second) = (try daemon.wait(for: pad), try daemon.wait(for: motor))
    let (left, right) = (daemon.client("left"), daemon.client("right"))
    let ends = [
      (left, try left.buzz(on: first.id)[29]), (right, try right.buzz(on: second.id)[29]),
    ]
    try waitUntilOn(pad)
    try waitUntilOn(motor)
    let reply = try daemon.client("panic").blocking.stopEverything(timeout: waitLimit)
    #expect(reply.verdict == .done)
    #expect(reply.count >= 2)
    try pad.log.wait(for: .off)
    try motor.log.wait(for: .off)
    for (client, playback) in ends {
      #expect(try client.blocking.end(of: playback, timeout: waitLimit).reason == .stoppedEverything)
    }
    #expect(try daemon.client().blocking.stopEverything(timeout: waitLimit).count == 0)
  }

  private func waitUntilOn(_ device: any VirtualDevice) throws {
    try device.log.wait(for: "buzz") { $0.motors != .off }
  }
}
