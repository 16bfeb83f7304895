import EventLoop
import Glibc
import HapticSystem
import Testing

@Suite struct LoopTests {
  @Test func `a stop that is due runs before clients, and idle work last`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let order = Box<[String]>([])
    let idle = loop.timer(priority: .idle) { _ in order.value.append("idle") }
    let client = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      order.value.append("client")
    }
    let stop = loop.timer(priority: .stop) { _ in order.value.append("stop") }
    pipe.write(2)
    idle.arm(at: .now)
    stop.arm(at: .now)
    try loop.drain()
    #expect(order.value == ["stop", "client", "client", "idle"])
    _ = consume client
  }

  @Test func `a stop that falls due during a client's packet runs before the next packet`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let order = Box<[String]>([])
    let stop = StopTimer()
    stop.timer = loop.timer(priority: .stop) { _ in order.value.append("stop") }
    let client = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      if order.value.isEmpty { stop.timer?.arm(at: .now) }
      order.value.append("client")
    }
    pipe.write(2)
    try loop.drain()
    #expect(order.value == ["client", "stop", "client"])
    _ = consume client
  }

  @Test func `run returns the code given to exit`() throws {
    let loop = try EventLoop()
    let timer = loop.timer { [unowned loop] _ in loop.exit(7) }
    timer.arm(at: .now)
    #expect(try loop.run() == 7)
    #expect(throws: Errno.busy) { try loop.run() }
    #expect(try loop.runOnce(timeout: nil) == false)
  }

  @Test func `nothing wakes an idle loop`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in }
    let timer = loop.timer { _ in }
    let wakeup = try loop.wakeup {}
    timer.arm(at: .distantFuture)
    #expect(try loop.runOnce(timeout: .milliseconds(20)) == false)
    _ = consume source
    _ = consume wakeup
  }

  @Test func `a wakeup from another thread reaches the loop`() throws {
    let loop = try EventLoop()
    let calls = Box(0)
    let wakeup = try loop.wakeup { calls.value += 1 }
    let thread = onAnotherThread(wakeup.trigger)
    try loop.run { calls.value > 0 }
    pthread_join(thread, nil)
    #expect(calls.value >= 1)
  }

  @Test func `signals of a wakeup that come before it is handled count once`() throws {
    let loop = try EventLoop()
    let calls = Box(0)
    let wakeup = try loop.wakeup { calls.value += 1 }
    for _ in 0..<5 { wakeup.trigger.signal() }
    try loop.drain()
    #expect(calls.value == 1)
    wakeup.trigger.signal()
    try loop.drain()
    #expect(calls.value == 2)
  }

  @Test func `a trigger without its wakeup does nothing`() throws {
    let loop = try EventLoop()
    let calls = Box(0)
    let trigger = try triggerOfDroppedWakeup(loop) { calls.value += 1 }
    trigger.signal()
    try loop.drain()
    #expect(calls.value == 0)
  }

  @Test func `without a manager there is no watchdog`() throws {
    let loop = try EventLoop()
    #expect(try loop.enableWatchdog() == false)
  }
}

private final class StopTimer {
  var timer: Timer?
}

private func triggerOfDroppedWakeup(_ loop: EventLoop, _ handler: @escaping () -> Void) throws -> Wakeup.Trigger {
  let wakeup = try loop.wakeup(handler)
  return wakeup.trigger
}

/// Signals the trigger from a thread of its own.
private func onAnotherThread(_ trigger: Wakeup.Trigger) -> pthread_t {
  final class Work {
    let trigger: Wakeup.Trigger
    init(_ trigger: Wakeup.Trigger) { self.trigger = trigger }
  }
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(trigger)).toOpaque()
  pthread_create(
    &thread, nil,
    { work in
      Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().trigger.signal()
      return nil
    }, work)
  return thread
}
