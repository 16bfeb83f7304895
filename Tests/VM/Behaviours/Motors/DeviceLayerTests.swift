internal import ForceFeedback
internal import Glibc
internal import HapticSystem
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The device layer of the daemon with real drivers: plugging, levels, shared slots, and no blocking calls.
@Suite(.inGuest, .serialized)
struct DeviceLayerTests {
  @Test(arguments: TestExtent.all(DeviceShapes.playing + DeviceShapes.pads, quick: DeviceShapes.pads))
  func `levels are felt one after another, and a stop ends them`(shape: any DeviceShape) throws {
    let bench = try DeviceBench(shape)
    let actuator = try bench.actuator()
    #expect(actuator.type == .rumble)
    try bench.feel(0xc0c0, 0x4040, tolerance: shape.tolerance)
    try bench.feel(0x4040, 0xc0c0, tolerance: shape.tolerance)
    try bench.feel(0xffff, 0xffff, tolerance: shape.tolerance)
    actuator.silence()
    try bench.waitUntilOff()
  }

  /// One device of each kind of driver.
  private static let drivers: [any DeviceShape] = [
    UinputShape.phoneMotor, UhidShape.dualSense, GadgetShape.xbox360Pad,
  ]
  private static let every = TestExtent.all(DeviceShapes.playing + DeviceShapes.pads, quick: drivers)

  @Test(arguments: every)
  func `taps are felt one by one and cost no upload`(shape: any DeviceShape) throws {
    let bench = try DeviceBench(shape)
    let actuator = try bench.actuator()
    let level = Level(strong: 0x8080, weak: 0x8080)
    try bench.write(level, actuator)
    try bench.write(.off, actuator)
    try bench.waitUntilOff()
    let uploads = actuator.counters.uploads
    // Waits after each write, because uhid drops reports that are not read in time, and with them a stop.
    for _ in 0..<TestExtent.all(100, quick: 10) {
      try bench.write(level, actuator)
      try bench.device.log.wait(for: "tap") { $0.motors != .off }
      try bench.write(.off, actuator)
      try bench.device.log.wait(for: .off)
    }
    #expect(actuator.counters.uploads == uploads)
  }

  @Test(arguments: every)
  func `a burst that the device cannot follow leaves the motors off`(shape: any DeviceShape) throws {
    let bench = try DeviceBench(shape)
    let actuator = try bench.actuator()
    for strength in 0..<TestExtent.all(2000, quick: 100) {
      let level = Level(strong: UInt16(strength % 7 + 1) * 0x1111, weak: 0x4040)
      _ = actuator.drive(LeasedLevel(level, .long), planned: .now)
      actuator.silence()
    }
    try bench.write(.off, actuator)
    // uhid drops reports that are more than 32 ahead of their reader, and with them the last stop; the daemon repeats
    // it later. Until then the log may show an earlier pause.
    try bench.settle()
    try bench.waitUntilOff()
  }

  @Test(arguments: TestExtent.all(drivers, quick: Array(drivers.prefix(2))))
  func `however many levels are used, half of the slots stay for others`(shape: any DeviceShape) throws {
    let bench = try DeviceBench(shape)
    // Waits after each level, because uhid drops reports that are not read in time.
    for strength in 1...TestExtent.all(40, quick: 20) {
      try bench.feel(UInt16(strength) * 0x101, 0x101, tolerance: shape.tolerance)
    }
    let game = try RawNode(bench.device.node)
    for _ in 0..<8 { try game.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10)) }
    #expect(throws: Errno.noSpace) { try game.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10)) }
    try bench.feel(0x5151, 0x101, tolerance: shape.tolerance)
  }

  @Test(arguments: TestExtent.all(DeviceShapes.pads, quick: [UhidShape.dualSense]))
  func `a device whose slots others hold plays as soon as one is free`(shape: any DeviceShape) throws {
    let game = Holder<RawNode>()
    let bench = try DeviceBench(shape) { device in
      let node = try RawNode(device.node)
      for _ in 0..<16 { try node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10)) }
      game.value = consume node
    }
    let actuator = try bench.actuator()
    #expect(actuator.drive(LeasedLevel(Level(strong: 1, weak: 1), .short), planned: .now) == .failed(.full))
    try game.value?.erase(3)
    try bench.feel(0xc0c0, 0x4040, tolerance: shape.tolerance)
  }

  @Test func `a gain that another client left behind is undone`() throws {
    let bench = try DeviceBench(UhidShape.dualSense) { try RawNode($0.node).setGain(0x2000) }
    _ = try bench.actuator()
    try bench.feel(0xffff, 0xffff, tolerance: UhidShape.dualSense.tolerance)
  }

  @Test func `a device that refuses rumble plays a sine`() throws {
    let bench = try DeviceBench(UinputShape.waveMotor)
    let actuator = try bench.actuator()
    #expect(actuator.type == .sine)
    _ = actuator.drive(LeasedLevel(Level(strong: 0xffff, weak: 0x10, periodMilliseconds: 5), .medium), planned: .now)
    let wave = Effect.Kind.periodic(waveform: FF.sine, period: 5, magnitude: 0x7fff)
    try bench.run("a sine of 5 ms") { bench.device.log.entries.uploads.contains { $0.kind == wave } }
  }

  @Test func `a device without a free slot is listed with its error`() throws {
    let bench = try DeviceBench(UinputShape.fullMotor)
    let actuator = try bench.actuator()
    _ = actuator.drive(LeasedLevel(Level(strong: 1, weak: 1), .short), planned: .now)
    try bench.run("refusal") { actuator.lastError == .full }
  }

  @Test(arguments: [UinputShape.steeringWheel, UinputShape.hapticTouchpad] as [any DeviceShape])
  func `an ignored device is listed and never opened`(shape: any DeviceShape) throws {
    let bench = try DeviceBench(shape)
    guard case .ignored = bench.state else {
      Issue.record("\(shape) is \(String(describing: bench.state))")
      return
    }
    #expect(bench.nodeCount == 1)
    #expect(!bench.device.log.entries.contains { $0.event.isUpload })
  }

  @Test(arguments: drivers)
  func `a device that is pulled out in the middle comes back, again and again`(shape: any DeviceShape) throws {
    let bench = try DeviceBench(shape)
    for _ in 0..<TestExtent.all(3, quick: 1) {
      let actuator = try bench.actuator()
      try bench.feel(0xc0c0, 0x4040, tolerance: shape.tolerance)
      bench.device.unplug()
      try bench.run("close") { bench.nodeCount == 0 }
      #expect(actuator.drive(LeasedLevel(.off, .short), planned: .now) == .failed(.unplugged))
      try bench.device.plug()
    }
    try bench.feel(0x4040, 0xc0c0, tolerance: shape.tolerance)
  }

  @Test func `a node that never responds is stalled, and does not delay others`() throws {
    let bench = try DeviceBench(UinputShape.silentMotor)
    let pad = try Guest.plug(UhidShape.dualSense)
    let actuator = try bench.actuator(of: pad)
    try bench.run("stall") { bench.state == .stalled }
    let full = MotorState(strong: 0xffff, weak: 0xffff)
    for _ in 0..<10 {
      // A short lease could be over before a slow machine looks.
      _ = actuator.drive(LeasedLevel(Level(strong: 0xffff, weak: 0xffff), .long), planned: .now)
      try pad.log.wait(for: "\(full)") { $0.motors.isNear(full, within: UhidShape.dualSense.tolerance) }
      actuator.silence()
      try pad.log.wait(for: .off)
    }
    #expect(bench.state == .stalled)
  }

  @Test func `a write waits for an upload of another program only for a few milliseconds`() throws {
    let bench = try DeviceBench(UinputShape.lateMotor)
    let actuator = try bench.actuator()
    let level = Level(strong: 0x8080, weak: 0x8080)
    try bench.write(level, actuator)
    try bench.write(.off, actuator)
    try bench.settle()
    let path = try bench.device.node
    let (uploads, answers) = (bench.device.log.entries.uploads.count, bench.answers)
    let game = Background { () -> Bool in
      do throws(Errno) {
        let node = try RawNode(path)
        try node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10))
        return true
      } catch { return false }
    }
    try bench.device.log.wait(for: "upload of the game") { $0.uploads.count > uploads }
    let outcome = actuator.drive(LeasedLevel(level, .long), planned: .now)
    guard bench.answers == answers else {
      try cancelTest("this machine is too slow: the upload of the game ended before the write")
      return
    }
    #expect(outcome == .queued)
    // The thread writes it after the upload.
    try bench.run("level") { bench.device.log.motors != .off }
    #expect(bench.answers == answers + 1)
    #expect(try game.value())
    actuator.silence()
    try bench.waitUntilOff()
  }

  @Test func `access that is given later is used without plugging a device`() throws {
    let bench = try DeviceBench(UhidShape.dualSense, user: 1000) { chmod(try $0.node, 0o600) }
    #expect(bench.state == .noPermission)
    chmod(try bench.device.node, 0o666)
    _ = try withAccess(ofUser: 1000) { try bench.actuator() }
    try bench.feel(0xc0c0, 0x4040, tolerance: UhidShape.dualSense.tolerance)
  }
}

extension DeviceBench {
  /// The number of requests that the device has answered.
  fileprivate var answers: Int { device.log.entries.count { $0.event.isAnswer } }
}

private final class Holder<Value: ~Copyable> {
  var value: Value?
}
