internal import Glibc
package import HapticSystem
internal import TestSupport

/// The events of a virtual device in order, each with the time on `CLOCK_MONOTONIC` at which its thread noticed it.
package final class DeviceLog: Sendable {
  package enum Event: Hashable, Sendable {
    /// An upload arrived; `answer` has its result.
    case upload(Effect)
    /// The reply to an upload: an error, or nil for success.
    case answer(id: Int16, Errno?)
    case erase(id: Int)
    case play(id: Int, count: Int32)
    case stop(id: Int)
    case gain(UInt16)
    /// A complete report or packet from the driver to the hardware.
    case report([UInt8])
    /// The motors changed to this state.
    case motors(MotorState)
  }

  package struct Entry: Sendable {
    package let time: Instant
    package let event: Event
  }

  /// The limit of a wait passed. The description contains the log.
  package struct TimedOut: Error, CustomStringConvertible {
    package let description: String
  }

  private let monitor = Monitor<[Entry]>([])

  package init() {}

  package var entries: [Entry] { monitor.withLock { $0 } }

  /// Removes all entries, so that a test can check later ones.
  package func clear() { monitor.withLock { $0.removeAll() } }

  /// Removes all entries except the latest state of the motors.
  ///
  /// - Returns: the removed entries. The first one may be a state of the motors that was already returned.
  package func drain() -> [Entry] {
    monitor.withLock { entries in
      defer { entries = entries.last { $0.event.isMotors }.map { [$0] } ?? [] }
      return entries
    }
  }

  /// The latest state of the motors; off in an empty log.
  package var motors: MotorState { entries.motors }

  /// Waits until `condition` is true for the entries.
  ///
  /// - Throws: `TimedOut` if `limit` passes first.
  /// - Returns: the entries for which it was true.
  @discardableResult
  package func wait(
    for what: String, upTo limit: Duration = TestWait.limit, until condition: ([Entry]) -> Bool
  ) throws -> [Entry] {
    let (entries, holds) = monitor.wait(upTo: limit, until: condition)
    guard holds else { throw TimedOut(description: "no \(what) within \(limit); the device saw \(entries.summary)") }
    return entries
  }

  /// Waits until the motors are in this state.
  ///
  /// - Returns: the time since which they are.
  @discardableResult
  package func wait(for state: MotorState, upTo limit: Duration = TestWait.limit) throws -> Instant {
    let entries = try wait(for: "\(state)", upTo: limit) { $0.motors == state }
    return entries.last { $0.event.isMotors }?.time ?? .distantPast
  }

  func record(_ event: Event, at time: Instant = .now) {
    monitor.withLock { $0.append(Entry(time: time, event: event)) }
  }

  /// Records the state of the motors if it has changed.
  func record(motors: MotorState, at time: Instant = .now) {
    monitor.withLock { entries in
      if entries.motors != motors { entries.append(Entry(time: time, event: .motors(motors))) }
    }
  }
}

extension DeviceLog.Event {
  package var isMotors: Bool { if case .motors = self { true } else { false } }
  package var isUpload: Bool { if case .upload = self { true } else { false } }
  package var isAnswer: Bool { if case .answer = self { true } else { false } }
  package var isPlay: Bool { if case .play = self { true } else { false } }
  package var isStop: Bool { if case .stop = self { true } else { false } }
}

extension DeviceLog.Event: CustomStringConvertible {
  package var description: String {
    switch self {
    case .upload(let effect): "upload \(effect)"
    case .answer(let id, nil): "slot \(id) taken"
    case .answer(let id, let error?): "slot \(id) refused: \(error)"
    case .erase(let id): "erase \(id)"
    case .play(let id, let count): count == 1 ? "play \(id)" : "play \(id) \(count) times"
    case .stop(let id): "stop \(id)"
    case .gain(let gain): "gain \(hexadecimal(gain))"
    case .report(let bytes): "report " + bytes.prefix(12).map { hexadecimal($0, digits: 2) }.joined(separator: " ")
    case .motors(let state): "motors \(state)"
    }
  }
}

extension [DeviceLog.Entry] {
  /// The latest state of the motors.
  package var motors: MotorState {
    for entry in reversed() { if case .motors(let state) = entry.event { return state } }
    return .off
  }

  /// The changes of the motors, in order.
  package var motorChanges: [(time: Instant, state: MotorState)] {
    compactMap { entry in if case .motors(let state) = entry.event { (entry.time, state) } else { nil } }
  }

  /// The uploads, in order.
  package var uploads: [Effect] {
    compactMap { entry in if case .upload(let effect) = entry.event { effect } else { nil } }
  }

  /// The effect that was played last, as it was uploaded.
  package var lastPlayed: Effect? {
    for (index, entry) in enumerated().reversed() {
      if case .play(let id, _) = entry.event { return Array(self[..<index]).uploads.last { Int($0.id) == id } }
    }
    return nil
  }

  /// The number of events for which `condition` is true.
  package func count(where condition: (DeviceLog.Event) -> Bool) -> Int { count { condition($0.event) } }

  /// The last 12 events as text.
  var summary: String {
    isEmpty ? "nothing" : suffix(12).map { "\($0.event)" }.joined(separator: "; ")
  }
}
