internal import EventLoop
internal import HapticSystem

/// Returns the memory of clients that have left to the kernel, when nothing plays and nothing else is to be done.
final class MemoryReturn {
  private let memory: Quota
  private let scheduler: any Scheduler
  private lazy var alarm = scheduler.makeAlarm(.idle) { [unowned self] now in ring(at: now) }
  /// Whether something plays. Returning memory can take a few milliseconds, for which no stop may wait.
  private let isPlaying: () -> Bool
  var onReturn: (() -> Void)?

  /// - Parameter memory: the memory that is kept for clients.
  init(of memory: Quota, _ scheduler: any Scheduler, isPlaying: @escaping () -> Bool) {
    self.memory = memory
    self.scheduler = scheduler
    self.isPlaying = isPlaying
  }

  /// Handles memory that was given back. Small amounts are left to the next client.
  func noteFreed(at now: Instant) {
    guard memory.peak - memory.used >= Self.least else { return }
    alarm.arm(at: now + Self.delay)
  }

  private func ring(at now: Instant) {
    if isPlaying() { return alarm.arm(at: now + Self.delay) }
    memory.forgetPeak()
    onReturn?()
  }

  /// The least amount for which memory is returned, in bytes.
  private static let least = 1 << 20
  /// The time after the last client: others may leave together with it.
  private static let delay = Duration.milliseconds(500)
}
