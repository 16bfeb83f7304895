internal import EventLoop
internal import Glibc
package import HapticSystem

/// One force-feedback node of the machine and its state. Nodes that are not used are listed as well, with the reason.
package final class Node {
  /// Its properties; updated from the node itself when it is open.
  package private(set) var description: NodeDescription
  package private(set) var state: State
  /// Its motors, while it is `ready` or `stalled` and accepts effects; the same object until it is closed.
  package private(set) var actuator: EvdevActuator?

  package enum State: Hashable, Sendable {
    /// Its thread opens it.
    case opening
    /// It can be driven.
    case ready
    /// A call has lasted longer than a second. It may come back.
    case stalled
    /// It is not to be used; the reason is a sentence.
    case ignored(reason: String)
    /// The process may not write to it. Tried again when its access list changes.
    case noPermission
    /// It does not work. Tried again when it is plugged in again, and by itself if the system lacked a resource.
    case failed(Errno)
  }

  private let loop: EventLoop
  private let openPort: NodeOpener
  /// Called when `state` or `actuator` has changed.
  var onChange: ((Node) -> Void)?
  /// Called when the node has hung up.
  var onGone: ((Node) -> Void)?
  private var hangUp: Source?
  private(set) var worker: Worker?
  /// Opens it again after a lack of resources.
  private var retryTimer: Timer?
  private var retryPause = RetryPause()

  init(_ description: NodeDescription, _ loop: EventLoop, _ openPort: @escaping NodeOpener) {
    self.description = description
    self.loop = loop
    self.openPort = openPort
    state = description.reasonToIgnore.map { .ignored(reason: $0) } ?? .opening
  }

  deinit { close() }

  /// Opens it, if it may be used and is not open yet.
  func open() {
    if case .ignored = state { return }
    if actuator != nil || worker != nil { return }
    description.mayBlock ? openInThread() : openInLoop()
  }

  /// Opens it again, if only permission was missing.
  func retry() {
    if state == .noPermission { open() }
  }

  /// Closes it. The motors stop with the close.
  func close() {
    // The watch goes before the descriptor, which the reaper closes.
    hangUp = nil
    retryTimer = nil
    actuator?.detach()
    actuator = nil
    // Other reports of the thread may have come with the one that led here.
    worker?.onReport = nil
    worker?.onStall = nil
    worker = nil
  }

  // MARK: In the loop

  private func openInLoop() {
    do {
      let probe = try Probe(try openPort(), description.bankSettings, mayWait: false)
      description.identity = probe.opened.identity
      guard let bank = probe.bank else { return fail(.notImplemented) }
      hangUp = try loop.watch(bank.descriptor, for: []) { [unowned self] _ in onGone?(self) }
      actuator = EvdevActuator(probe.opened, type: bank.type, bank: bank, loop)
      enter(.ready)
    } catch {
      fail(error)
    }
  }

  // MARK: In a thread

  private func openInThread() {
    do {
      let worker = try Worker(loop, openPort, description.bankSettings)
      worker.onReport = { [unowned self] in take($0) }
      worker.onStall = { [unowned self] in enter($0 ? .stalled : actuator == nil ? .opening : .ready) }
      self.worker = worker
      // Of a further attempt, only a success is reported.
      if !state.passes { enter(.opening) }
    } catch {
      fail(error)
    }
  }

  private func take(_ report: Report) {
    switch report {
    case .opened(let opened): take(opened)
    case .openFailed(let error):
      worker = nil
      fail(error)
    case .gone: onGone?(self)
    case .written, .skipped, .failed, .prepared, .unprepared: actuator?.note(report)
    }
  }

  private func take(_ opened: Opened) {
    description.identity = opened.identity
    guard let worker, let type = opened.type else {
      worker = nil
      return fail(.notImplemented)
    }
    actuator = EvdevActuator(opened, type: type, worker: worker, loop)
    enter(.ready)
  }

  // MARK: States

  private func fail(_ error: Errno) {
    switch error {
    case .permissionDenied, .notPermitted: enter(.noPermission)
    default:
      if error.isLackOfResources { tryLater() }
      enter(.failed(error))
    }
  }

  private func tryLater() {
    if retryTimer == nil { retryTimer = loop.timer { [unowned self] _ in open() } }
    retryTimer?.arm(at: .now + retryPause.next())
  }

  private func enter(_ state: State) {
    if state == .ready { retryPause.reset() }
    self.state = state
    onChange?(self)
  }
}

extension Node.State {
  /// Whether the node is tried again by itself.
  fileprivate var passes: Bool { if case .failed(let error) = self { error.isLackOfResources } else { false } }

  /// The reason why a node cannot be used, as a sentence of at most 63 bytes; empty where it can. Only the text of
  /// HAPTIC_IGNORE from udev's rules may be longer.
  package var reason: String {
    switch self {
    case .opening, .ready: ""
    case .stalled: "does not respond"
    case .ignored(let reason): reason
    case .noPermission: "no write access; install hapticd's udev rules"
    case .failed(.timedOut): "did not respond; reconnect it to try again"
    case .failed(let error) where error.isLackOfResources: "will be tried again: \(error)"
    case .failed(.notImplemented): "its driver refuses rumble and sine effects"
    case .failed(let error): "cannot be opened: \(error)"
    }
  }
}

extension Errno {
  /// Whether the process or the system has no descriptors, memory or threads left at this moment.
  fileprivate var isLackOfResources: Bool { [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(rawValue) }
}

@available(*, unavailable)
extension Node: Sendable {}
