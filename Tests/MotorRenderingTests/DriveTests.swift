import MotorRendering
import Testing

@Suite struct DriveTests {
  let low = Level(strong: 1000, weak: 1000)
  let high = Level(strong: 9000, weak: 9000)

  private func step(_ milliseconds: Int, _ level: Level) -> Drive.Step {
    Drive.Step(at: .milliseconds(milliseconds), level: level)
  }

  @Test func `a drive always ends in a stop`() {
    let drive = Drive([step(0, low), step(10, high)], end: .milliseconds(30))
    #expect(drive.steps == [step(0, low), step(10, high), step(30, .off)])
    #expect(drive.duration == .milliseconds(30))
  }

  @Test func `a stop that is there already is not repeated`() {
    let drive = Drive([step(0, low), step(10, .off)], end: .milliseconds(30))
    #expect(drive.steps == [step(0, low), step(10, .off)])
  }

  @Test func `an end before the last step makes that step the stop`() {
    #expect(Drive([step(0, low), step(20, high)], end: .zero).steps == [step(0, low), step(20, .off)])
    #expect(Drive([step(5, low)], end: .zero).isEmpty)
  }

  @Test func `steps are sorted, and those that change nothing are dropped`() {
    let drive = Drive([step(10, high), step(5, low), step(0, .off), step(7, low)], end: .milliseconds(20))
    #expect(drive.steps == [step(5, low), step(10, high), step(20, .off)])
  }

  @Test func `the later of two steps at one time replaces the earlier one`() {
    #expect(Drive([step(0, low), step(0, high)], end: .milliseconds(9)).steps == [step(0, high), step(9, .off)])
    #expect(Drive([step(0, low), step(5, high), step(5, low)], end: .milliseconds(9)).steps.count == 2)
  }

  @Test func `the empty drive has no step and no duration`() {
    #expect(Drive.empty.steps.isEmpty)
    #expect(Drive.empty.duration == .zero)
    #expect(Drive.empty.palette.isEmpty)
    #expect(Drive([step(3, .off)], end: .milliseconds(9)) == .empty)
  }

  @Test func `a level holds until the next step`() {
    let drive = Drive([step(0, low), step(10, high)], end: .milliseconds(30))
    #expect(drive.level(at: .milliseconds(-1)) == .off)
    #expect(drive.level(at: .zero) == low)
    #expect(drive.level(at: .milliseconds(9)) == low)
    #expect(drive.level(at: .milliseconds(10)) == high)
    #expect(drive.level(at: .milliseconds(30)) == .off)
    #expect(drive.level(at: .seconds(9)) == .off)
  }

  @Test(arguments: [
    (0, Lease.short), (40, .short), (41, .medium), (200, .medium), (201, .long), (60_000, .long),
  ])
  func `the lease is the smallest class that leaves time for the stop`(milliseconds: Int, lease: Lease) {
    #expect(Lease(for: .milliseconds(milliseconds)) == lease)
  }

  @Test func `the palette names each level and lease once, in order of use`() {
    let drive = Drive(
      [step(0, high), step(40, low), step(300, .off), step(400, high), step(430, low)], end: .milliseconds(630))
    #expect(
      drive.palette == [
        LeasedLevel(high, .short), LeasedLevel(low, .long),
        LeasedLevel(low, .medium),
      ])
    #expect(drive.length(ofStep: 1) == .milliseconds(260))
    #expect(drive.length(ofStep: 5) == .zero)
  }
}
