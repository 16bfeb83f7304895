internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The vocabulary on all devices: the motors follow the plan of the motor model.
@Suite(
  .inGuest, .serialized,
  .inFull("CoreFeedbackTests render each feedback, and PatternTests feel the same drivers"))
struct VocabularyTests {
  private static let shapes: [any DeviceShape] =
    DeviceShapes.playing + [UinputShape.waveMotor, UinputShape.slowMotor, UhidShape.dualSense, UhidShape.dualShock4]
    + [GadgetShape.xbox360Pad]
  private static let some: [any DeviceShape] = [UinputShape.phoneMotor, UhidShape.dualSense]

  @Test(arguments: TestExtent.all(shapes, quick: some))
  func `every feedback turns the motors as planned and leaves them off`(shape: any DeviceShape) throws {
    let device = try Guest.plug(shape)
    let daemon = try Daemon()
    let record = try daemon.wait(for: device)
    let planned = try PlannedMotion(device, record, tolerance: shape.tolerance)
    try waitUntilPrepared(device, planned, record)
    let client = daemon.client()
    var spoilt: [String] = []
    for feedback in Vocabulary.families {
      // Repeated, because a slow machine misses steps, and drivers report only the latest level.
      let isAsPlanned = try (1...20).contains { _ in
        device.log.clear()
        #expect(try client.playToEnd(FeedbackName(feedback.name)).reason == .ended)
        try device.log.wait(for: .off)
        return planned.isContained(feedback, in: device.log.entries)
      }
      if !isAsPlanned { spoilt.append("\(feedback.name): \(device.log.entries.map(\.event))") }
    }
    // If some are as planned, only time is missing for the others.
    #expect(spoilt.count < Vocabulary.families.count, "\(spoilt)")
    if !spoilt.isEmpty { try cancelTest("this machine is too slow for \(spoilt)") }
  }

  /// The driver sends at most one packet in 25 ms, so only the strongest level of a short pulse is certain to be
  /// sent.
  @Test func `every feedback is felt on a Switch Pro pad`() throws {
    let device = try Guest.plug(UhidShape.switchPro)
    let daemon = try Daemon()
    let record = try daemon.wait(for: device)
    let planned = try PlannedMotion(device, record, tolerance: UhidShape.switchPro.tolerance)
    let client = daemon.client()
    for feedback in TestExtent.all(Vocabulary.families, quick: Array(Vocabulary.families.prefix(3))) {
      let strongest = planned.strongest(of: feedback)
      let isFelt = try (1...20).contains { _ in
        device.log.clear()
        #expect(try client.playToEnd(FeedbackName(feedback.name)).reason == .ended)
        _ = poll(upTo: .seconds(1)) { planned.reached(strongest, in: device.log.entries) }
        try device.log.wait(for: .off)
        return planned.reached(strongest, in: device.log.entries)
      }
      #expect(isFelt, "\(feedback.name): \(strongest); \(device.log.entries.motorChanges)")
    }
  }

  @Test func `a waveform engine gets the level as magnitude and the sharpness as period`() throws {
    let device = try Guest.plug(UinputShape.waveMotor)
    let daemon = try Daemon()
    let record = try daemon.wait(for: device)
    #expect(record.effect == .periodic)
    let client = daemon.client()
    func wave(of name: FeedbackName) throws -> (period: UInt16, magnitude: Int16) {
      // Repeated, because the emulated machine skips writes that are too late.
      for _ in 0..<20 {
        let before = device.log.entries.count
        _ = try client.playToEnd(name)
        try device.log.wait(for: .off)
        let entries = device.log.entries
        guard entries.dropFirst(before).contains(where: \.event.isPlay) else { continue }
        if case .periodic(FF.sine, let period, let magnitude) = entries.lastPlayed?.kind, magnitude > 0 {
          return (period, magnitude)
        }
      }
      throw RigError("\(name) is no wave")
    }
    let (rigid, soft) = (try wave(of: "impact.rigid"), try wave(of: "impact.soft"))
    #expect(rigid.period < soft.period)
  }

  @Test func `a motor that ignores lengths is stopped by the daemon itself`() throws {
    let device = try Guest.plug(UinputShape.endlessMotor)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    try daemon.client().feelTap(on: device)
    #expect(device.log.entries.count(where: \.isStop) > 0)
  }

  /// Waits until the daemon has uploaded the vocabulary, because a device with slow uploads plays late before that.
  private func waitUntilPrepared(_ device: any VirtualDevice, _ planned: PlannedMotion, _ record: DeviceRecord) throws {
    guard device is UinputDevice else { return }
    let count = min(planned.effectCount, Int(record.slotShare))
    try device.log.wait(for: "\(count) uploads") { $0.count(where: \.isAnswer) >= count }
  }
}
