import FakeDaemon
import Foundation
import Haptics
import SimulatedDaemon
import Synchronization
import Testing

@testable import OpenCoreHaptics

/// Values that arrive on other threads.
final class Arrivals<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) { values.withLock { $0.append(value) } }

  /// The values, as soon as there are so many.
  func wait(for count: Int) -> [Value] {
    let end = ContinuousClock.now + waitLimit
    while all.count < count, ContinuousClock.now < end { usleep(1000) }
    return all
  }
}

/// Whether a condition becomes true.
func eventually(_ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + waitLimit
  while !condition() {
    if ContinuousClock.now > end { return false }
    usleep(1000)
  }
  return true
}

func tap(at times: [TimeInterval] = [0]) throws -> CHHapticPattern {
  try CHHapticPattern(
    events: times.map { CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: $0) }, parameters: [])
}

func buzz(for duration: TimeInterval = 30) throws -> CHHapticPattern {
  let event = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0, duration: duration)
  return try CHHapticPattern(events: [event], parameters: [])
}

extension CHHapticEngine {
  /// An engine that runs.
  static func started() throws -> CHHapticEngine {
    let engine = try CHHapticEngine()
    try engine.start()
    return engine
  }

  var isRunning: Bool { core.state.withLock { $0.phase == .running } }
  var activeCount: Int { core.state.withLock { $0.active.count } }
}

func code(_ body: () throws -> Void) -> CHHapticError.Code? {
  do { try body() } catch { return (error as? CHHapticError)?.code }
  return nil
}
