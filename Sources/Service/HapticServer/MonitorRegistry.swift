internal import EventLoop
internal import HapticProtocol

// An event for hundreds of monitors takes milliseconds to send, and so do many events for a few monitors. The turn of the
// loop in which events happen sends the first packets, and later turns send slices of the rest:
//
//     turn of the loop   a packet, its reply and events │ stops that are due │ a packet │ a slice │ ...
//
// The events are sent one after the other, so that each monitor gets them in their order.

/// The sessions that receive events, and the events that are still to be sent to them.
final class MonitorRegistry {
  /// The number of monitors that a turn serves with one event: about half a millisecond.
  static let slice = 32
  /// The maximum number of waiting events. Beyond it, monitors miss the oldest.
  static let capacity = 256

  private struct Waiting {
    let scope: MonitorScope
    let event: DaemonEvent
  }

  private var monitors: [Monitor] = []
  private var waiting: [Waiting] = []
  /// The number of the first waiting event. Each event has the next number.
  private var firstNumber: UInt64 = 0
  /// The index of the monitor that gets the first waiting event next.
  private var position = 0
  /// The number of monitors that the present turn may still serve.
  private var budget = slice
  private let scheduler: any Scheduler
  private lazy var alarm = scheduler.makeAlarm(.normal) { [unowned self] _ in
    renewBudget()
    sendSlice()
  }

  init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

  var isEmpty: Bool { monitors.isEmpty }
  var count: Int { monitors.count }

  // MARK: Monitors

  /// Sends the events of a scope to a session from now on; an empty scope ends that.
  func setScope(_ scope: MonitorScope, of session: Session) {
    if scope.isEmpty {
      remove(session)
    } else if let index = monitors.firstIndex(where: { $0.session === session }) {
      monitors[index].scope = scope
    } else {
      monitors.append(Monitor(session: session, scope: scope, start: firstNumber + UInt64(waiting.count)))
    }
  }

  /// Removes a session, without the events that wait for it.
  func remove(_ session: Session) {
    guard let index = monitors.firstIndex(where: { $0.session === session }) else { return }
    monitors.remove(at: index)
    if index < position { position -= 1 }
  }

  // MARK: Events

  /// Gives the events of the next turn of the loop their part of it.
  func renewBudget() { budget = Self.slice }

  /// Sends an event to the monitors of a scope. The event is made only if there is such a monitor.
  func show(_ scope: MonitorScope, _ event: () -> DaemonEvent) {
    guard monitors.contains(where: { $0.scope.contains(scope) }) else { return }
    if waiting.count == Self.capacity { dropFirst() }
    waiting.append(Waiting(scope: scope, event: event()))
    // Otherwise the alarm is armed.
    if waiting.count == 1 { sendSlice() }
  }

  /// Sends all waiting events, at the end of the service.
  func sendAll() {
    while !waiting.isEmpty {
      renewBudget()
      sendSlice()
    }
  }

  private func sendSlice() {
    while let first = waiting.first {
      let end = min(position + budget, monitors.count)
      for monitor in monitors[position..<end] where monitor.gets(first.scope, firstNumber) { monitor.show(first.event) }
      budget -= end - position
      position = end
      guard position == monitors.count else { return alarm.arm(at: scheduler.now) }
      removeFirst()
    }
  }

  /// Drops the first event. The monitors that have not got it yet have missed it.
  private func dropFirst() {
    guard let first = waiting.first else { return }
    for monitor in monitors[position...] where monitor.gets(first.scope, firstNumber) { monitor.session.lost += 1 }
    removeFirst()
  }

  private func removeFirst() {
    waiting.removeFirst()
    firstNumber += 1
    position = 0
  }
}

/// A session that receives events of a scope.
private struct Monitor {
  let session: Session
  var scope: MonitorScope
  /// The number of the first event that happened after its request.
  let start: UInt64

  func gets(_ scope: MonitorScope, _ number: UInt64) -> Bool { self.scope.contains(scope) && start <= number }

  /// Sends an event that the monitor may miss. The next `observed` event contains the number of missed events.
  func show(_ event: DaemonEvent) {
    var event = event
    if session.lost > 0, case .observed(var observed) = event {
      observed.lost = session.lost
      event = .observed(observed)
    }
    guard session.offer(.event(event)) else {
      session.lost += 1
      return
    }
    if case .observed = event { session.lost = 0 }
  }
}
