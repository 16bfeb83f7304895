import Glibc
import HapticSystem
import Synchronization
import TestSupport
import Testing

@Suite struct BackgroundThreadTests {
  @Test func `a thread for long work never has real-time scheduling, a thread for motors keeps it`() throws {
    let policies = Policies()
    try BackgroundThread.start {
      var parameters = sched_param()
      parameters.sched_priority = 1
      let isPossible = sched_setscheduler(0, SCHED_FIFO, &parameters) == 0
      policies.note("own", isPossible ? sched_getscheduler(0) : -1)
      try? BackgroundThread.start { policies.note("motor", sched_getscheduler(0)) }
      try? BackgroundThread.start {
        BackgroundThread.leaveRealTime()
        policies.note("long work", sched_getscheduler(0))
      }
    }
    let limit = Instant.now + .seconds(60)
    while policies.all.count < 3, Instant.now < limit { usleep(1000) }
    if policies.all["own"] == -1 { try cancelTest("real-time scheduling is not permitted here") }
    #expect(policies.all == ["own": SCHED_FIFO, "motor": SCHED_FIFO, "long work": SCHED_OTHER])
  }
}

private final class Policies: Sendable {
  private let state = Mutex<[String: Int32]>([:])
  var all: [String: Int32] { state.withLock { $0 } }
  func note(_ name: String, _ policy: Int32) { state.withLock { $0[name] = policy } }
}
