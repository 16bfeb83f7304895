import EventLoop
import Glibc
import HapticSystem
import Testing

// Signals belong to the thread that blocked them: each test raises its own in its own thread.
@Suite struct SignalTests {
  @Test func `a signal is handled in the loop`() throws {
    let loop = try EventLoop()
    let calls = Box(0)
    let source = try loop.signal(SIGUSR1) { calls.value += 1 }
    raise(SIGUSR1)
    try loop.run { calls.value == 1 }
    _ = consume source
  }

  @Test func `a signal has one handler at a time`() throws {
    let loop = try EventLoop()
    let source = try loop.signal(SIGUSR2) {}
    #expect(throws: Errno.busy) { _ = try loop.signal(SIGUSR2) {} }
    _ = consume source
    let again = try loop.signal(SIGUSR2) {}
    _ = consume again
  }
}
