internal import DesktopSession
internal import EventLoop
internal import ForceFeedback
internal import HapticServer
internal import HapticSystem

/// The force feedback nodes of the machine: open while it is awake, closed while it sleeps.
final class SystemDevices {
  private enum State {
    /// Before the start, during sleep, or without devices at all.
    case closed
    case open(DeviceManager)
    /// The machine waits with its sleep until the devices are closed.
    case closing(DeviceCloseWait)
  }

  private let isEnabled: Bool
  private let server: Server
  private let motors: MeasuredMotors
  private let loop: EventLoop
  private let log: Log
  private var state = State.closed

  /// - Parameter isEnabled: false for a daemon without devices; nothing is then opened.
  init(isEnabled: Bool, _ server: Server, _ motors: MeasuredMotors, loop: EventLoop, log: Log) {
    self.isEnabled = isEnabled
    self.server = server
    self.motors = motors
    self.loop = loop
    self.log = log
  }

  /// Adds the nodes to the server, now and as they appear.
  func open() throws(Errno) {
    guard isEnabled else { return }
    state = .open(try DeviceManager(loop: loop, server: server, motors: motors, log: log))
  }

  /// Whether a thread is still opening a node.
  var isOpening: Bool {
    if case .open(let manager) = state { manager.isOpening } else { false }
  }

  /// Stops all motors and closes all nodes.
  func close() {
    if case .open(let manager) = state { manager.close() }
  }

  // MARK: Sleep

  /// Closes all devices, and lets the machine sleep after that.
  func sleep(_ lock: SleepLock) {
    guard case .open(let manager) = state else { return lock.release() }
    let nodes = manager.openNodes
    manager.forget()
    state = .closed
    guard let nodes else { return lock.release() }
    do throws(Errno) {
      state = .closing(try wait(for: nodes, lock))
    } catch {
      log.error("cannot wait for devices before sleep: \(error)")
      lock.release()
    }
  }

  private func wait(for nodes: OpenNodes, _ lock: SleepLock) throws(Errno) -> DeviceCloseWait {
    try DeviceCloseWait(loop, nodes) { [unowned self] areClosed in
      if !areClosed {
        log.warning("the machine goes to sleep before a device has answered; its motor stops by itself")
      }
      lock.release()
      state = .closed
    }
  }

  /// Opens the devices again.
  func wake() throws(Errno) {
    if case .open = state { return }
    state = .closed
    try open()
  }
}
