import EventLoop
import HapticSystem
import Testing

@testable import ForceFeedback

@Suite struct TouchTests {
  private let touch = FakeTouch()
  private var sensor: TouchSensor { TouchSensor(touch) }

  private func at(_ milliseconds: Int) -> Instant { Instant(nanoseconds: Int64(milliseconds) * 1_000_000) }

  @Test func `an untouched device has no last touch`() {
    #expect(sensor.lastTouch == nil)
  }

  @Test func `a press is a touch, and remains the last one`() {
    let sensor = sensor
    touch.press(at: at(5))
    #expect(sensor.lastTouch == at(5))
    #expect(sensor.lastTouch == at(5))
    touch.press(at: at(7))
    touch.press(at: at(9))
    #expect(sensor.lastTouch == at(9))
  }

  @Test func `a release is not a touch`() {
    let sensor = sensor
    touch.press(at: at(5))
    touch.release(at: at(6))
    #expect(sensor.lastTouch == at(5))
  }

  @Test func `a pushed stick is a touch, a trembling one is not`() {
    let sensor = sensor
    for step in 0..<1000 { touch.move(to: step.isMultiple(of: 2) ? 120 : 135, at: at(step)) }
    #expect(sensor.lastTouch == nil)
    touch.move(to: 200, at: at(2000))
    #expect(sensor.lastTouch == at(2000))
    touch.move(to: 205, at: at(3000))
    #expect(sensor.lastTouch == at(2000))
    touch.move(to: 127, at: at(4000))
    #expect(sensor.lastTouch == at(4000))
  }

  @Test func `a stick counts from more than an eighth of its range on`() {
    for (distance, isTouch) in [(31, false), (32, true), (-31, false), (-32, true)] {
      let touch = FakeTouch(axes: [0: 0...255])
      let sensor = TouchSensor(touch)
      touch.move(to: Int32(127 + distance), at: at(1))
      #expect((sensor.lastTouch != nil) == isTouch, "\(distance)")
    }
  }

  @Test func `a slowly pushed stick is a touch, however often it is read`() {
    let sensor = sensor
    var touches: [Instant] = []
    for step in 0..<100 {
      touch.move(to: Int32(127 + step), at: at(step))
      if let last = sensor.lastTouch, last != touches.last { touches.append(last) }
    }
    #expect(touches == [at(32), at(64), at(96)])
  }

  @Test func `an axis of the full integer range does not overflow`() {
    let touch = FakeTouch(axes: [3: .min ... .max])
    let sensor = TouchSensor(touch)
    touch.move(3, to: .max, at: at(1))
    touch.move(3, to: .min, at: at(2))
    #expect(sensor.lastTouch == at(2))
  }

  @Test func `events of an axis that was unknown at the start are ignored`() {
    touch.move(7, to: 1000, at: at(1))
    #expect(sensor.lastTouch == nil)
  }

  @Test func `a trembling stick does not hide a press`() {
    let sensor = sensor
    touch.press(at: at(1))
    for step in 2..<5000 { touch.move(to: step.isMultiple(of: 2) ? 127 : 128, at: at(step)) }
    #expect(sensor.lastTouch == at(1))
  }

  @Test func `after an overflow of the kernel's buffer, the last press is the touch`() {
    let sensor = sensor
    for step in 1...33 { touch.press(at: at(step)) }
    #expect(sensor.lastTouch == at(33))
    // The newest event may be a release, of a button that was pressed a moment ago.
    for step in 100...164 { touch.release(at: at(step)) }
    #expect(sensor.lastTouch == at(164))
  }

  @Test func `moves that the kernel dropped are found by the position of the stick`() {
    let sensor = sensor
    for step in 0..<1000 { touch.move(to: Int32(127 + step % 100), at: at(step)) }
    touch.move(to: 255, at: at(1000))
    #expect(sensor.lastTouch == at(1000))
  }

  @Test func `presses and moves are in the order of their times`() {
    let sensor = sensor
    touch.move(to: 255, at: at(3))
    touch.press(at: at(4))
    #expect(sensor.lastTouch == at(4))
    touch.press(at: at(5))
    touch.move(to: 0, at: at(6))
    #expect(sensor.lastTouch == at(6))
  }

  @Test func `the number of reads of an endless device is limited`() {
    touch.neverEnd()
    #expect(sensor.lastTouch == nil)
    #expect(touch.reads == 2 * TouchSensor.mostReads)
  }

  @Test func `events are read only when the last touch is asked for`() {
    let sensor = sensor
    for step in 0..<100 { touch.press(at: at(step)) }
    #expect(touch.reads == 0)
    #expect(sensor.lastTouch == at(99))
    #expect(touch.reads <= 4)
  }

  // MARK: Actuators

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `an actuator has the last touch of its node`(driverClass: NodeDescription.DriverClass) throws {
    let touch = FakeTouch()
    let bench = try Bench(.fake(driverClass), FakeKernel { $0.touch = touch })
    let actuator = try bench.openNode()
    #expect(actuator.lastTouch == nil)
    touch.press(at: at(5))
    #expect(actuator.lastTouch == at(5))
    bench.node.close()
    #expect(actuator.lastTouch == nil)
  }

  @Test func `the last touch is read without waiting for a hanging thread`() throws {
    let touch = FakeTouch()
    let bench = try Bench(.fake(.uinput), FakeKernel { $0.touch = touch })
    let actuator = try bench.openNode()
    bench.kernel.hang()
    _ = actuator.drive(level(1), planned: .now)
    try bench.waitUntilHanging()
    touch.press(at: at(5))
    #expect(actuator.lastTouch == at(5))
    bench.kernel.answer()
  }

  @Test(arguments: [NodeDescription.DriverClass.memless, .uinput])
  func `a node without readable events can still be driven`(driverClass: NodeDescription.DriverClass) throws {
    let bench = try Bench(.fake(driverClass))
    let actuator = try bench.openNode()
    #expect(actuator.lastTouch == nil && actuator.isReady)
  }

  @Test func `only devices that are held in a hand have a touch sensor`() {
    var description = NodeDescription.fake(.memless)
    for kind in [MotorKind?.none, .vibrator, .wheel, .joystick, .touchpad] {
      description.kind = kind
      #expect(!description.hasTouch)
    }
    description.kind = .gamepad
    #expect(description.hasTouch)
  }
}
