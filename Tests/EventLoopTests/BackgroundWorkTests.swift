import Glibc
import HapticSystem
import Synchronization
import TestSupport
import Testing

@testable import EventLoop

@Suite struct BackgroundWorkTests {
  /// A gate that holds a thread.
  private final class Gate: Sendable {
    private let isOpen = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }
    func wait() { while !isOpen.withLock({ $0 }) { usleep(500) } }
  }

  @Test func `a value that is delivered early arrives while its thread still works`() throws {
    let loop = try EventLoop()
    let work = BackgroundWork<Int>(loop)
    let gate = Gate()
    defer { gate.open() }
    let got = Box<Int?>(nil)
    try work.start(
      delivering: { deliver in
        deliver(7)
        gate.wait()
      }, finish: { got.value = $0 })
    try loop.run { got.value != nil }
    #expect(got.value == 7 && !work.isBusy)
  }
}
