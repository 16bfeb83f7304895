import HapticSystem
import Testing

@testable import ForceFeedback

@Suite struct AgendaTests {
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `levels come in order, each at its time`() {
    var agenda = Agenda()
    agenda.add(on(1, at: 0))
    agenda.add(off(at: 30))
    #expect(agenda.next(at: at(0)) == .level(on(1, at: 0)))
    agenda.noteWritten(on(1, at: 0), at: at(0))
    #expect(agenda.next(at: at(30)) == .level(off(at: 30)))
    #expect(agenda.next(at: at(30)) == .nothing)
    #expect(agenda.skipped == 0)
  }

  @Test func `a level that comes late keeps its length`() {
    var agenda = Agenda()
    agenda.add(on(1, at: 0))
    agenda.add(off(at: 30))
    #expect(agenda.next(at: at(50)) == .level(on(1, at: 0)))
    agenda.noteWritten(on(1, at: 0), at: at(50))
    #expect(agenda.next(at: at(51)) == .wait(until: at(80)))
    #expect(agenda.next(at: at(80)) == .level(off(at: 30)))
  }

  @Test func `a device that refused a level is not quiet until it has taken one`() {
    var agenda = Agenda()
    #expect(agenda.isQuiet)
    agenda.noteWritten(on(1, at: 0), at: at(0))
    #expect(!agenda.isQuiet)
    agenda.noteFailure()
    #expect(!agenda.isQuiet)
    agenda.noteWritten(off(at: 30), at: at(30))
    #expect(agenda.isQuiet)
  }

  @Test func `half of each pause reduces the delay`() {
    var agenda = Agenda()
    agenda.add(off(at: 30))
    _ = agenda.next(at: at(80))
    agenda.noteWritten(off(at: 30), at: at(80))
    agenda.add(on(2, at: 70))
    #expect(agenda.next(at: at(81)) == .wait(until: at(100)))
    agenda.add(off(at: 90))
    #expect(agenda.next(at: at(100)) == .level(on(2, at: 70)))
  }

  @Test func `the delay of a long sequence of levels does not grow`() {
    var agenda = Agenda()
    var now = 0.0
    for step in 0..<200 {
      let planned = step * 10
      agenda.add(on(UInt16(step % 7 + 1), at: planned))
      now = max(now, Double(planned))
      if case .wait(let until) = agenda.next(at: at(0) + .microseconds(Int64(now * 1000))) {
        now = (until - at(0)) / .milliseconds(1)
        _ = agenda.next(at: until)
      }
      // Each is written three milliseconds late.
      now += 3
      agenda.noteWritten(on(UInt16(step % 7 + 1), at: planned), at: at(0) + .microseconds(Int64(now * 1000)))
      #expect(now - Double(planned) <= 8)
    }
    #expect(agenda.skipped == 0)
  }

  @Test func `a long pause removes the delay`() {
    var agenda = Agenda()
    agenda.add(off(at: 30))
    _ = agenda.next(at: at(80))
    agenda.noteWritten(off(at: 30), at: at(80))
    agenda.add(on(2, at: 130))
    #expect(agenda.next(at: at(130)) == .level(on(2, at: 130)))
  }

  @Test func `late levels that have ended are skipped, except for the last level`() {
    var agenda = Agenda()
    agenda.add(on(1, at: 0))
    agenda.add(off(at: 30))
    agenda.add(on(2, at: 60))
    #expect(agenda.next(at: at(5000)) == .level(on(2, at: 60)))
    #expect(agenda.skipped == 2)
    agenda.noteWritten(on(2, at: 60), at: at(5000))
    agenda.add(off(at: 5001))
    #expect(agenda.next(at: at(5001)) == .level(off(at: 5001)), "its delay was the device's, and is not kept")
  }

  @Test func `a level shorter than the resolution of drivers is skipped`() {
    var agenda = Agenda()
    agenda.add(on(1, at: 0))
    agenda.add(on(2, at: 1))
    agenda.add(off(at: 30))
    #expect(agenda.next(at: at(1)) == .level(on(2, at: 1)))
    #expect(agenda.skipped == 1)
  }

  @Test func `a stop comes before all waiting levels and is not delayed`() {
    var agenda = Agenda()
    agenda.add(on(1, at: 0))
    _ = agenda.next(at: at(90))
    agenda.noteWritten(on(1, at: 0), at: at(90))
    agenda.add(off(at: 30))
    agenda.add(on(2, at: 60))
    let silence = Wanted(effect: .nothing, planned: at(91), isSilence: true)
    agenda.removeAll()
    agenda.add(silence)
    agenda.add(on(3, at: 92))
    #expect(agenda.next(at: at(91)) == .level(silence))
    #expect(agenda.next(at: at(200)) == .level(on(3, at: 92)))
    #expect(agenda.skipped == 2)
  }

  @Test func `an upload is useless after a stop, or if it took too long and a newer level waits`() {
    var agenda = Agenda()
    #expect(agenda.stillWants(on(1, at: 0), since: at(0), at: at(5000)), "nothing newer is known")
    agenda.add(off(at: 30))
    #expect(agenda.stillWants(on(1, at: 0), since: at(60), at: at(110)))
    #expect(!agenda.stillWants(on(1, at: 0), since: at(60), at: at(200)))
    agenda.removeAll()
    agenda.add(Wanted(effect: .nothing, planned: at(61), isSilence: true))
    #expect(!agenda.stillWants(on(1, at: 0), since: at(60), at: at(61)))
  }

  @Test func `the motors are known to stand still before the first level and after a stop`() {
    var agenda = Agenda()
    #expect(agenda.isQuiet)
    agenda.add(on(1, at: 0))
    #expect(!agenda.isQuiet)
    _ = agenda.next(at: at(0))
    agenda.noteWritten(on(1, at: 0), at: at(0))
    #expect(!agenda.isQuiet)
    agenda.noteWritten(off(at: 30), at: at(30))
    #expect(agenda.isQuiet)
  }

  @Test(arguments: 0..<50)
  func `the last of a thousand levels is carried out, and memory does not grow`(seed: Int) {
    var random = Steady(state: UInt64(seed))
    var agenda = Agenda()
    var time = 0
    var taken: [Wanted] = []
    var last = off(at: 0)
    for _ in 0..<1000 {
      time += Int.random(in: 0...20, using: &random)
      last = on(UInt16.random(in: 0...3, using: &random), at: time)
      agenda.add(last)
      guard Bool.random(using: &random), case .level(let level) = agenda.next(at: at(time)) else { continue }
      agenda.noteWritten(level, at: at(time))
      taken.append(level)
    }
    while !agenda.isEmpty {
      time += 1
      if case .level(let level) = agenda.next(at: at(time)) { taken.append(level) }
    }
    #expect(taken.last == last)
    #expect(taken.count + Int(agenda.skipped) == 1000)
    #expect(zip(taken, taken.dropFirst()).allSatisfy { $0.planned <= $1.planned })
  }

  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }
  private func on(_ strength: UInt16, at milliseconds: Int) -> Wanted {
    Wanted(effect: LeasedLevel(level(strength), .short), planned: at(milliseconds))
  }
  private func off(at milliseconds: Int) -> Wanted {
    Wanted(effect: LeasedLevel(.off, .short), planned: at(milliseconds))
  }
}
