internal import ForceFeedback
internal import Glibc
internal import HapticSystem
internal import Testing
internal import VirtualDevices

/// The gamepad that was touched last, on real nodes.
@Suite(.inGuest, .serialized)
struct TouchTests {
  private let south: UInt16 = 0x130
  private let stick: UInt16 = 0x00
  private let crossPad: UInt16 = 0x10

  private func pads() throws -> (bench: DeviceBench, one: UinputDevice, other: UinputDevice) {
    let bench = try DeviceBench(UinputShape.buttonPad("one pad"))
    let other = try Guest.plug(UinputShape.buttonPad("other pad"))
    return (bench, try #require(bench.device as? UinputDevice), try #require(other as? UinputDevice))
  }

  @Test func `the pad that was touched last is known by its last touch`() throws {
    let (bench, one, other) = try pads()
    let first = try bench.actuator()
    let second = try bench.actuator(of: other)
    #expect(first.lastTouch == nil && second.lastTouch == nil)
    let start = Instant.now
    try one.press(south)
    let pressed = try #require(first.lastTouch)
    // The kernel's timestamps have a resolution of a microsecond.
    #expect(pressed >= start - .microseconds(1) && pressed <= .now && second.lastTouch == nil)
    try other.press(south)
    #expect(try #require(second.lastTouch) > pressed)
    try one.move(crossPad, to: 1)
    #expect(try #require(first.lastTouch) > #require(second.lastTouch))
    try other.move(stick, to: 30_000)
    #expect(try #require(second.lastTouch) > #require(first.lastTouch))
  }

  @Test func `a trembling stick is not a touch, and does not hide one`() throws {
    let (bench, one, other) = try pads()
    let first = try bench.actuator()
    let second = try bench.actuator(of: other)
    try one.press(south)
    let pressed = try #require(first.lastTouch)
    try other.press(south)
    for step in 0..<2000 {
      try one.move(stick, to: step.isMultiple(of: 2) ? 500 : -500)
      try other.move(stick, to: step.isMultiple(of: 2) ? 500 : -500)
    }
    #expect(first.lastTouch == pressed)
    #expect(try #require(second.lastTouch) > pressed)
  }

  @Test func `after an overflow of the kernel's buffer, the last touch is the last press`() throws {
    let (bench, one, _) = try pads()
    let actuator = try bench.actuator()
    for _ in 0..<500 { try one.press(south) }
    let before = Instant.now
    usleep(2000)
    try one.press(south)
    #expect(try #require(actuator.lastTouch) > before)
  }

  @Test func `presses on a gamepad do not wake the daemon`() throws {
    let (bench, one, other) = try pads()
    let actuator = try bench.actuator()
    _ = try bench.actuator(of: other)
    // Repeated, because udev may still send a few events about the gamepads.
    let isQuiet = try (1...10).contains { _ in
      try bench.settle()
      for _ in 0..<100 { try one.press(south) }
      return try !bench.isWoken(within: .milliseconds(300))
    }
    #expect(isQuiet)
    #expect(actuator.lastTouch != nil)
  }

  @Test func `a device that does not respond is queried without waiting`() throws {
    let bench = try DeviceBench(
      {
        var pad = UinputShape.buttonPad("slow pad")
        pad.answer = .after(.seconds(2))
        return pad
      }())
    let pad = try #require(bench.device as? UinputDevice)
    let actuator = try bench.actuator()
    _ = actuator.drive(LeasedLevel(Level(strong: 0x4321, weak: 0x1234), .long), planned: .now)
    try bench.run("upload") { pad.log.entries.uploads.contains { $0.kind == .rumble(strong: 0x4321, weak: 0x1234) } }
    try pad.press(south)
    #expect(actuator.lastTouch != nil)
    let last = pad.log.entries.last { $0.event.isUpload || $0.event.isAnswer }
    #expect(last?.event.isUpload == true, "the kernel still waits for an answer")
  }
}
