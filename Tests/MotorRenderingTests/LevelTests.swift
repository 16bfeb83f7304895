import TestSupport
import Testing

@testable import MotorRendering

@Suite struct LevelTests {
  private let single = MotorModel(
    kind: .vibrator, strong: Motor(rise: .milliseconds(50), fall: .milliseconds(50)), deadband: 0.25,
    shortestPulse: .milliseconds(10), minimumInterval: .zero)

  @Test func `a single motor gets the same strong and weak magnitude`() {
    for drive in MotorModel.drives {
      let level = single.level(strong: drive, weak: 0)
      #expect(level.strong == level.weak)
    }
    #expect(single.level(strong: 1, weak: 0) == Level(strong: 0xffff, weak: 0xffff))
  }

  @Test func `the motors of a pair get separate magnitudes`() {
    let pad = NamedModel.preset("pad")
    #expect(pad.level(strong: 1, weak: 0) == Level(strong: 0xffff, weak: 0))
    #expect(pad.level(strong: 0, weak: 1) == Level(strong: 0, weak: 0xffff))
  }

  @Test func `a drive of 0 is off, and any other drive is above the deadband`() {
    #expect(single.level(strong: 0, weak: 0) == .off)
    for drive in MotorModel.drives { #expect(single.level(strong: drive, weak: 0).strong > 0xffff / 4) }
    // A quarter of the drive is a quarter of the range from 25 % to 100 %.
    #expect(single.level(strong: 0.25, weak: 0).strong == 28_672)
  }

  @Test func `levels stay between floor and ceiling`() {
    var model = single
    (model.floor, model.ceiling, model.deadband) = (0x2000, 0x6400, 0)
    #expect(model.level(strong: 1, weak: 0).strong == 0x6400)
    for drive in MotorModel.drives { #expect((0x2000...0x6400).contains(model.level(strong: drive, weak: 0).strong)) }
  }

  @Test(arguments: [(5.0, UInt16(0)), (0, 0xffff), (-1, 0), (1, 0x6400)])
  func `a deadband or floor above the ceiling does not raise a level above it`(deadband: Double, floor: UInt16) {
    var model = single
    (model.deadband, model.floor, model.ceiling) = (deadband, floor, 0x6400)
    for drive in MotorModel.drives {
      let level = model.level(strong: drive, weak: 0)
      #expect(level.strong <= 0x6400)
      #expect((0...1).contains(model.drives(of: level).strong))
    }
  }

  @Test func `an on-off motor has one level`() {
    var model = single
    model.isOnOff = true
    #expect(Set(MotorModel.drives.map { model.level(strong: $0, weak: 0).strong }) == [0xffff])
    #expect(model.quantised(0.01) == 1)
    #expect(model.drives(of: Level(strong: 1, weak: 0)).strong == 1)
  }

  @Test(arguments: [UInt16(0xffff), 0xfeff, 0x7f7f, 0x6400, 100])
  func `a device with equal bytes gets equal bytes below the ceiling`(ceiling: UInt16) {
    var model = single
    (model.equalBytes, model.ceiling) = (true, ceiling)
    for drive in MotorModel.drives {
      let magnitude = model.level(strong: drive, weak: 0).strong
      #expect(magnitude >> 8 == magnitude & 0xff)
      #expect(magnitude > 0)
      if ceiling > 0x101 { #expect(magnitude <= ceiling) }
    }
  }

  @Test(arguments: NamedModel.all)
  func `a drive is the same after conversion to a level and back`(named: NamedModel) {
    for drive in MotorModel.drives {
      let level = named.model.level(.both, drive: drive)
      let back = named.model.drives(of: level)
      let expected = named.model.isOnOff ? 1 : drive
      #expect(abs(back.strong - expected) < 0.001)
      if named.model.weak != nil { #expect(abs(back.weak - expected) < 0.001) }
    }
  }

  @Test func `levels of the palette differ by a factor of one just noticeable difference`() {
    #expect(MotorModel.drives.count == 12)
    #expect(MotorModel.drives[0] == 1)
    for (stronger, weaker) in zip(MotorModel.drives, MotorModel.drives.dropFirst()) {
      #expect(abs(stronger / weaker - 1.3) < 1e-9)
    }
  }

  @Test func `a drive is rounded to the nearest of the palette`() {
    for drive in MotorModel.drives {
      #expect(abs(single.quantised(drive * 1.06) - drive) < 1e-9)
      #expect(abs(single.quantised(drive / 1.06) - drive) < 1e-9)
    }
    #expect(single.quantised(0) == 0)
    #expect(single.quantised(-1) == 0)
    #expect(single.quantised(5) == 1)
    #expect(single.quantised(1e-9) == MotorModel.drives.last)
  }

  @Test func `levels of an eccentric mass differ by a just noticeable difference of its acceleration`() {
    let between = 1 / (1.3 * 1.3.squareRoot())
    #expect(abs(single.quantised(between) - between) < 1e-9)
    let level = NamedModel.preset("lra").quantised(between)
    #expect(min(abs(level - 1 / 1.3), abs(level - 1 / 1.69)) < 1e-9)
  }

  @Test func `a nearly full drive is rounded to full`() {
    #expect(single.quantised(0.88) == 1)
    #expect(single.quantised(0.87) < 0.88)
  }
}
