import EventLoop
import HapticSystem
import Testing

@Suite struct TimerTests {
  @Test func `timers fire in the order of their time, not of their arming`() throws {
    let loop = try EventLoop()
    let order = Box<[Int]>([])
    let late = loop.timer { _ in order.value.append(3) }
    let early = loop.timer { _ in order.value.append(1) }
    let middle = loop.timer { _ in order.value.append(2) }
    let start = Instant.now
    late.arm(at: start + .milliseconds(9))
    early.arm(at: start + .milliseconds(3))
    middle.arm(at: start + .milliseconds(6))
    try loop.run { order.value.count == 3 }
    #expect(order.value == [1, 2, 3])
  }

  @Test func `a timer never fires before its time, not even by part of a microsecond`() throws {
    let loop = try EventLoop()
    let fired = Box<Instant?>(nil)
    let timer = loop.timer { fired.value = $0 }
    for step in 0..<50 {
      fired.value = nil
      let planned = Instant.now + .nanoseconds(50_001 + step * 7_013)
      timer.arm(at: planned)
      try loop.run { fired.value != nil }
      #expect(fired.value! >= planned)
    }
  }

  @Test func `a timer fires once for each arming`() throws {
    let loop = try EventLoop()
    let count = Box(0)
    let timer = loop.timer { _ in count.value += 1 }
    timer.arm(at: .now)
    try loop.run { count.value == 1 }
    try loop.drain()
    #expect(count.value == 1)
    timer.arm(at: .now)
    try loop.run { count.value == 2 }
  }

  @Test func `a moment that has passed is due at once`() throws {
    let loop = try EventLoop()
    let count = Box(0)
    let timer = loop.timer { _ in count.value += 1 }
    for instant in [Instant.distantPast, Instant(nanoseconds: 0), .now - .seconds(1)] {
      timer.arm(at: instant)
      try loop.drain()
    }
    #expect(count.value == 3)
  }

  @Test func `arming again replaces the earlier time`() throws {
    let loop = try EventLoop()
    let fired = Box<[Instant]>([])
    let timer = loop.timer { fired.value.append($0) }
    timer.arm(at: .now)
    let planned = Instant.now + .milliseconds(5)
    timer.arm(at: planned)
    try loop.run { !fired.value.isEmpty }
    try loop.drain()
    #expect(fired.value.count == 1)
    #expect(fired.value[0] >= planned)
  }

  @Test func `a disarmed timer stays silent, and so does one armed for the distant future`() throws {
    let loop = try EventLoop()
    let count = Box(0)
    let disarmed = loop.timer { _ in count.value += 1 }
    disarmed.arm(at: .now)
    disarmed.disarm()
    let distant = loop.timer { _ in count.value += 1 }
    distant.arm(at: .now)
    distant.arm(at: .distantFuture)
    #expect(try loop.runOnce(timeout: .milliseconds(5)) == false)
    #expect(count.value == 0)
  }

  @Test func `a timer can arm itself from its own handler`() throws {
    let loop = try EventLoop()
    let metronome = try Metronome(loop, beats: 20)
    try loop.run { metronome.left == 0 }
    try loop.drain()
    #expect(metronome.left == 0)
  }
}

private final class Metronome {
  private var timer: Timer?
  var left: Int

  init(_ loop: EventLoop, beats: Int) throws {
    left = beats
    timer = loop.timer { [unowned self] now in beat(now) }
    timer?.arm(at: .now)
  }

  private func beat(_ now: Instant) {
    left -= 1
    if left > 0 { timer?.arm(at: now + .microseconds(200)) }
  }
}
