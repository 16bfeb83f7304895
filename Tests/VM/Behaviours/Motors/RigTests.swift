internal import HapticSystem
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The test rig itself: a client of the raw node plays, and the virtual device records it.
@Suite(.inGuest, .serialized)
struct RigTests {
  /// The tests of the device layer play on all of them.
  private static let some: [any DeviceShape] = [UinputShape.phoneMotor, UhidShape.dualSense]

  @Test(arguments: TestExtent.all(DeviceShapes.playing + [UinputShape.slowMotor] + DeviceShapes.pads, quick: some))
  func `a bare write reaches the motors and a stop ends it`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let node = try RawNode(device.node)
    let slot = try node.upload(.rumble(strong: 0xc0c0, weak: 0x4040, lengthMilliseconds: 20_000))
    #expect(device.log.motors == .off)
    try node.play(slot)
    try device.log.wait(for: "strong 0xc0c0, weak 0x4040") { entries in
      isNear(entries.motors.strong, 0xc0c0, within: shape.tolerance)
        && isNear(entries.motors.weak, 0x4040, within: shape.tolerance)
    }
    try node.stop(slot)
    try device.log.wait(for: .off)
  }

  @Test(arguments: TestExtent.all(some + [GadgetShape.xbox360Pad], quick: some))
  func `a device pulled out in the middle of a buzz plays again when it is back`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let node = try RawNode(device.node)
    let slot = try node.upload(.rumble(strong: 0xffff, weak: 0xffff, lengthMilliseconds: 20_000))
    try node.play(slot)
    try device.log.wait(for: MotorState(strong: 0xffff, weak: 0xffff))
    device.unplug()
    #expect(device.log.motors == .off)
    #expect(throws: Errno.noDevice) { try node.play(slot) }

    try device.plug()
    let again = try RawNode(device.node)
    try again.play(try again.upload(.rumble(strong: 0xffff, weak: 0xffff, lengthMilliseconds: 20_000)))
    try device.log.wait(for: MotorState(strong: 0xffff, weak: 0xffff))
  }

  @Test(arguments: TestExtent.all(DeviceShapes.pads, quick: [UhidShape.dualSense]))
  func `closing the node ends what plays`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    do {
      let node = try RawNode(device.node)
      try node.play(try node.upload(.rumble(strong: 0xffff, weak: 0xffff, lengthMilliseconds: 20_000)))
      try device.log.wait(for: MotorState(strong: 0xffff, weak: 0xffff))
    }
    try device.log.wait(for: .off)
  }

  @Test func `the phone motor looks like gpio-vibra`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let node = try RawNode(device.node)
    #expect(device.nodes.count == 1)
    #expect(try node.slots == 16)
    #expect(try node.effects == Set(FF.memless))
  }

  @Test func `the phone motor adds effects up and ends them by itself`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let node = try RawNode(device.node)
    let long = try node.upload(.rumble(strong: 0x9000, weak: 0x1000, lengthMilliseconds: 20_000))
    let short = try node.upload(.rumble(strong: 0x9000, weak: 0x1000, lengthMilliseconds: 10))
    try node.play(long)
    try node.play(short)
    let entries = try device.log.wait(for: "end of the short effect") { $0.motorChanges.count >= 3 }
    let changes = entries.motorChanges
    let alone = MotorState(strong: 0x9000, weak: 0x1000)
    #expect(changes.map(\.state) == [alone, MotorState(strong: 0xffff, weak: 0x2000), alone])
    #expect(changes[2].time - changes[1].time >= .milliseconds(10))
  }

  @Test func `gain scales the phone motor`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let node = try RawNode(device.node)
    try node.setGain(0x8000)
    try node.play(try node.upload(.rumble(strong: 0xffff, weak: 0xffff, lengthMilliseconds: 20_000)))
    try device.log.wait(for: MotorState(strong: 0x8000, weak: 0x8000))
  }

  @Test func `a device with one slot holds one effect`() throws {
    let device = try Guest.plug(UinputShape.oneSlotMotor)
    let node = try RawNode(device.node)
    #expect(try node.slots == 1)
    let slot = try node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10))
    #expect(throws: Errno.noSpace) { try node.upload(.rumble(strong: 2, weak: 2, lengthMilliseconds: 10)) }
    try node.erase(slot)
    try node.upload(.rumble(strong: 2, weak: 2, lengthMilliseconds: 10))
    let strengths = device.log.entries.uploads.map(\.motors.strong)
    #expect(strengths == [1, 2])
  }

  @Test func `a full device refuses every upload itself`() throws {
    let device = try Guest.plug(UinputShape.fullMotor)
    let node = try RawNode(device.node)
    #expect(throws: Errno.noSpace) { try node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10)) }
    #expect(device.log.entries.uploads.count == 1)
  }

  @Test func `the wave motor refuses rumble and takes a wave`() throws {
    let device = try Guest.plug(UinputShape.waveMotor)
    let node = try RawNode(device.node)
    #expect(throws: Errno.invalidArgument) { try node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10)) }
    let wave = Effect.Kind.periodic(waveform: FF.sine, period: 6, magnitude: 0x7fff)
    let slot = try node.upload(Effect(wave, lengthMilliseconds: 20_000))
    #expect(device.log.entries.uploads.last?.kind == wave)
    try node.play(slot)
    try device.log.wait(for: MotorState(strong: 0xffff, weak: 0xffff))
  }

  @Test func `the rumble-only motor refuses a wave`() throws {
    let device = try Guest.plug(UinputShape.rumbleOnlyMotor)
    let node = try RawNode(device.node)
    let wave = Effect.Kind.periodic(waveform: FF.sine, period: 6, magnitude: 0x4000)
    #expect(throws: Errno(rawValue: 95)) { try node.upload(Effect(wave, lengthMilliseconds: 10)) }
  }

  @Test func `the endless motor runs on when its effect is over`() throws {
    let endless = try Guest.plug(UinputShape.endlessMotor)
    let clock = try Guest.plug(UinputShape.phoneMotor)
    let endlessNode = try RawNode(endless.node)
    let clockNode = try RawNode(clock.node)
    let effect = Effect.rumble(strong: 0xffff, weak: 0xffff, lengthMilliseconds: 20)
    try endlessNode.play(try endlessNode.upload(effect))
    try clockNode.play(try clockNode.upload(effect))
    try clock.log.wait(for: "the same effect over elsewhere") { $0.motorChanges.map(\.state).last == .off }
    #expect(endless.log.motors == MotorState(strong: 0xffff, weak: 0xffff))
  }

  @Test func `the slow motor answers 50 ms later`() throws {
    let device = try Guest.plug(UinputShape.slowMotor)
    let node = try RawNode(device.node)
    try node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10))
    let times = device.log.entries.map(\.time)
    try #require(times.count == 2)
    #expect(times[1] - times[0] >= .milliseconds(50))
  }

  @Test func `the silent motor holds an upload until it is unplugged`() throws {
    let device = try Guest.plug(UinputShape.silentMotor)
    let path = try device.node
    let upload = Background { () -> Errno? in
      do throws(Errno) {
        let node = try RawNode(path)
        try node.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10))
        return nil
      } catch { return error }
    }
    try device.log.wait(for: "upload") { !$0.uploads.isEmpty }
    #expect(!upload.isDone)
    device.unplug()
    #expect(try upload.value() == .noDevice)
  }

  @Test func `a wheel and a clicking touchpad have the capabilities of their kinds`() throws {
    let wheel = try Guest.plug(UinputShape.steeringWheel)
    #expect(try RawNode(wheel.node).effects.isSuperset(of: [FF.spring, FF.damper, FF.autocenter, FF.rumble]))
    let touchpad = try Guest.plug(UinputShape.hapticTouchpad)
    #expect(try RawNode(touchpad.node).effects == [FF.haptic])
  }
}

private func isNear(_ value: UInt16, _ expected: UInt16, within tolerance: UInt16) -> Bool {
  abs(Int(value) - Int(expected)) <= Int(tolerance)
}
