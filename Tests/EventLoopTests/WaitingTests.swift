import Glibc
import HapticSystem
import Testing

@testable import EventLoop

/// The system calls behind a wait.
@Suite struct WaitingTests {
  @Test(arguments: [true, false])
  func `timers are never early and descriptors are reported, with and without epoll_pwait2`(isExact: Bool) throws {
    let loop = try EventLoop()
    loop.descriptors.hasExactWait = isExact
    let pipe = try Pipe()
    let reads = Box(0)
    let fired = Box<Instant?>(nil)
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      reads.value += 1
    }
    let timer = loop.timer {
      fired.value = $0
      pipe.write()
    }
    for step in 0..<20 {
      fired.value = nil
      let planned = Instant.now + .nanoseconds(70_001 + step * 511_003)
      timer.arm(at: planned)
      try loop.run { reads.value == step + 1 }
      #expect(try #require(fired.value) >= planned)
    }
    #expect(loop.descriptors.hasExactWait == isExact, "this kernel has epoll_pwait2")
    #expect(try loop.runOnce(timeout: .milliseconds(2)) == false)
    _ = consume source
  }

  @Test(arguments: [true, false])
  func `a wait without a limit ends with an event`(isExact: Bool) throws {
    let loop = try EventLoop()
    loop.descriptors.hasExactWait = isExact
    let pipe = try Pipe()
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in pipe.readByte() }
    pipe.write()
    #expect(try loop.runOnce(timeout: nil))
    _ = consume source
  }

  @Test(arguments: [true, false])
  func `a signal does not end a wait early`(isExact: Bool) throws {
    let loop = try EventLoop()
    loop.descriptors.hasExactWait = isExact
    let interruptions = Interruptions()
    let end = Instant.now + .milliseconds(60)
    #expect(try loop.runOnce(timeout: .milliseconds(60)) == false)
    #expect(Instant.now >= end)
    interruptions.wait()
  }

  @Test func `a long wait ends early by more than the kernel may be late`() {
    let now = Instant(nanoseconds: 1_000_000_000)
    for milliseconds in [0, 1, 5, 6, 20, 1000, 86_400_000] as [Int64] {
      let whole = milliseconds * 1_000_000
      let wait = EventLoop.nanoseconds(of: now + .milliseconds(milliseconds), at: now)
      #expect(wait <= whole)
      // The kernel's slack: a thousandth, and no more than 100 ms.
      let slack = min(wait / 1000, 100_000_000)
      #expect(wait + slack <= whole + 5_000)
      if whole > 0 { #expect(wait > 0) }
    }
    #expect(EventLoop.nanoseconds(of: .distantFuture, at: now) == -1)
    #expect(EventLoop.nanoseconds(of: .distantPast, at: now) == 0)
  }
}

/// Signals to this thread, from another one.
private final class Interruptions {
  private final class Target {
    let thread = pthread_self()
  }

  private var sender = pthread_t()

  init() {
    _ = signal(SIGURG) { _ in }
    pthread_create(
      &sender, nil,
      { target in
        let thread = Unmanaged<Target>.fromOpaque(target!).takeRetainedValue().thread
        for _ in 0..<10 {
          usleep(4000)
          pthread_kill(thread, SIGURG)
        }
        return nil
      }, Unmanaged.passRetained(Target()).toOpaque())
  }

  func wait() { pthread_join(sender, nil) }
}
