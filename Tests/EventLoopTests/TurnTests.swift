import Glibc
import HapticSystem
import Testing

@testable import EventLoop

/// The order of handlers when several have events, and what a handler may do to the others.
@Suite struct TurnTests {
  @Test func `ready descriptors take turns`() throws {
    let loop = try EventLoop()
    let pipes = [try Pipe(), try Pipe(), try Pipe()]
    let calls = Box([0, 0, 0])
    let sources = try pipes.indices.map { index in
      pipes[index].write()
      return try loop.watch(pipes[index].readEnd, for: .readable) { _ in calls.value[index] += 1 }
    }
    for _ in 0..<30 { #expect(try loop.runOnce(timeout: .zero)) }
    #expect(calls.value == [10, 10, 10])
    _ = sources
  }

  @Test(arguments: [EventLoop.Priority.normal, .stop])
  func `a timer that is always due keeps neither descriptors nor signals waiting`(_ priority: EventLoop.Priority) throws
  {
    let loop = try EventLoop()
    let busy = try BusyTimer(loop, priority)
    let pipe = try Pipe()
    let reads = Box(0)
    let signals = Box(0)
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      reads.value += 1
    }
    let signal = try loop.signal(SIGUSR1) { signals.value += 1 }
    pipe.write(3)
    raise(SIGUSR1)
    try loop.run { reads.value == 3 && signals.value == 1 }
    #expect(busy.rings >= 3)
    _ = consume source
    _ = consume signal
  }

  @Test func `all stops that are due fire before a descriptor, and each once`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let order = Box<[String]>([])
    let first = try BusyTimer(loop, .stop) { order.value.append("first") }
    let second = try BusyTimer(loop, .stop) { order.value.append("second") }
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      order.value.append("packet")
    }
    pipe.write(2)
    try loop.run { order.value.count == 6 }
    #expect(order.value == ["first", "second", "packet", "first", "second", "packet"])
    _ = (first, second)
    _ = consume source
  }

  @Test func `a descriptor that is always ready keeps neither timers nor signals waiting`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let rings = Box(0)
    let signals = Box(0)
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in }
    let timer = loop.timer { _ in rings.value += 1 }
    let signal = try loop.signal(SIGUSR1) { signals.value += 1 }
    pipe.write()
    timer.arm(at: .now)
    raise(SIGUSR1)
    try loop.run { rings.value == 1 && signals.value == 1 }
    _ = consume source
    _ = consume signal
  }

  @Test func `signals and directories keep neither descriptors nor timers waiting`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let events = Box<[String]>([])
    let signal = try loop.signal(SIGUSR1) {
      events.value.append("signal")
      if events.value.count < 12 { raise(SIGUSR1) }
    }
    let timer = loop.timer { _ in events.value.append("timer") }
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      events.value.append("read")
    }
    raise(SIGUSR1)
    pipe.write()
    timer.arm(at: .now)
    try loop.drain()
    #expect(events.value.count == 12)
    #expect(events.value.last == "signal")
    _ = consume source
    _ = consume signal
  }

  @Test func `an idle timer waits for descriptors, timers and signals`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let order = Box<[String]>([])
    let idle = loop.timer(priority: .idle) { _ in order.value.append("idle") }
    let timer = loop.timer { _ in order.value.append("timer") }
    let signal = try loop.signal(SIGUSR1, priority: .idle) { order.value.append("signal") }
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      order.value.append("read")
    }
    idle.arm(at: .now)
    timer.arm(at: .now)
    raise(SIGUSR1)
    pipe.write(2)
    try loop.drain()
    #expect(order.value.count == 5)
    #expect(order.value.last == "idle")
    _ = consume source
    _ = consume signal
  }

  @Test func `a stop goes before all other timers, whatever their instants`() throws {
    let loop = try EventLoop()
    let order = Box<[String]>([])
    let early = loop.timer { _ in order.value.append("early") }
    let stop = loop.timer(priority: .stop) { _ in order.value.append("stop") }
    let past = Instant.now - .seconds(1)
    early.arm(at: past)
    stop.arm(at: past + .milliseconds(1))
    try loop.drain()
    #expect(order.value == ["stop", "early"])
  }

  @Test func `a source that another handler drops is not called although its event has come`() throws {
    let loop = try EventLoop()
    let pipes = [try Pipe(), try Pipe()]
    let calls = Box(0)
    let sources = Box<[Source]>([])
    sources.value = try pipes.map { pipe in
      pipe.write()
      return try loop.watch(pipe.readEnd, for: .readable) { _ in
        calls.value += 1
        sources.value = []
      }
    }
    try loop.drain()
    #expect(calls.value == 1)
  }

  @Test func `a descriptor with the number of one that was closed starts without events`() throws {
    let loop = try EventLoop()
    var old: Pipe? = try Pipe()
    let number = old!.readEnd
    let calls = Box<[String]>([])
    var first: Source? = try loop.watch(number, for: .readable) { _ in calls.value.append("old") }
    old!.write()
    first = nil
    old = nil
    let new = try Pipe()
    #expect(new.readEnd == number)
    let second = try loop.watch(number, for: .readable) { _ in
      new.readByte()
      calls.value.append("new")
    }
    try loop.drain()
    #expect(calls.value.isEmpty)
    new.write()
    try loop.drain()
    #expect(calls.value == ["new"])
    _ = consume second
    _ = consume first
  }

  @Test func `a descriptor that was closed before its source does not silence the next with its number`() throws {
    let loop = try EventLoop()
    var old: Pipe? = try Pipe()
    let number = old!.readEnd
    var first: Source? = try loop.watch(number, for: .readable) { _ in Issue.record("the old one") }
    old = nil
    let new = try Pipe()
    #expect(new.readEnd == number)
    let calls = Box(0)
    let second = try loop.watch(number, for: .readable) { _ in
      new.readByte()
      calls.value += 1
    }
    new.write()
    try loop.drain()
    #expect(calls.value == 1)
    first = nil
    _ = consume first
    _ = consume second
  }

  @Test func `a timer that another handler drops does not fire although it is due`() throws {
    let loop = try EventLoop()
    let rings = Box(0)
    let others = Box<[Timer]>([])
    others.value = (0..<2).map { _ in
      let timer = loop.timer { _ in
        rings.value += 1
        others.value = []
      }
      timer.arm(at: .now)
      return timer
    }
    try loop.drain()
    #expect(rings.value == 1)
  }

  @Test func `timers with the same instant fire in the order of their arming`() throws {
    let loop = try EventLoop()
    let order = Box<[Int]>([])
    let instant = Instant.now
    let timers = (0..<5).map { number in loop.timer { _ in order.value.append(number) } }
    for number in [3, 1, 4, 0, 2] { timers[number].arm(at: instant) }
    try loop.drain()
    #expect(order.value == [3, 1, 4, 0, 2])
  }

  @Test func `a hang-up survives a stop that falls due during the wait`() throws {
    let loop = try EventLoop()
    let stop = loop.timer(priority: .stop) { _ in }
    for step in 0..<400 {
      let pipe = try Pipe()
      let hangUps = Box(0)
      let source = try loop.watch(pipe.readEnd, for: []) { _ in hangUps.value += 1 }
      pipe.closeWriter()
      stop.arm(at: .now + .nanoseconds(step * 25))
      try loop.run { hangUps.value == 1 }
      try loop.drain()
      #expect(hangUps.value == 1)
      _ = consume source
    }
  }

  @Test func `after exit no other handler runs, and a loop that runs cannot be run`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let calls = Box(0)
    let source = try loop.watch(pipe.readEnd, for: .readable) { [unowned loop] _ in
      calls.value += 1
      #expect(throws: Errno.busy) { try loop.run() }
      loop.exit(3)
    }
    pipe.write(2)
    #expect(try loop.run() == 3)
    #expect(calls.value == 1)
    _ = consume source
  }

  @Test func `a handler may run the loop`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let order = Box<[String]>([])
    let timer = loop.timer { [unowned loop] _ in
      order.value.append("outer")
      _ = try? loop.runOnce(timeout: .zero)
      order.value.append("end")
    }
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      order.value.append("inner")
    }
    pipe.write()
    timer.arm(at: .now)
    try loop.drain()
    #expect(order.value == ["outer", "inner", "end"])
    _ = consume source
  }
}

/// A timer that is due again as soon as it has fired.
private final class BusyTimer {
  private var timer: Timer?
  private(set) var rings = 0

  init(_ loop: EventLoop, _ priority: EventLoop.Priority, _ onRing: @escaping () -> Void = {}) throws {
    timer = loop.timer(priority: priority) { [unowned self] now in
      rings += 1
      onRing()
      timer?.arm(at: now)
    }
    timer?.arm(at: .now)
  }
}
