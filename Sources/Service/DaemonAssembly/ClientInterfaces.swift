internal import EventLoop
internal import HapticPreferences
internal import HapticServer
internal import HapticSystem

/// The two ways of clients to the server: the daemon's socket, and feedbackd's interface on the session bus.
final class ClientInterfaces {
  private enum State {
    case closed
    /// Threads open devices.
    case waiting(DeviceOpenWait)
    case open(ClientAcceptor)
  }

  private let listener: Listener
  private let server: Server
  private let preferences: PreferenceSource
  private let feedback: FeedbackInterface
  private let loop: EventLoop
  private let log: Log
  private var state = State.closed

  init(
    _ listener: Listener, _ server: Server, _ preferences: PreferenceSource, replaces: Bool, loop: EventLoop, log: Log
  ) {
    self.listener = listener
    self.server = server
    self.preferences = preferences
    self.loop = loop
    self.log = log
    feedback = FeedbackInterface(server, preferences, loop: loop, log: log, replaces: replaces)
  }

  /// Called when the session bus has ended.
  var onBusLoss: (() -> Void)? {
    get { feedback.onLoss }
    set { feedback.onLoss = newValue }
  }

  /// Accepts clients after the wait for devices. Otherwise the first request, for which systemd started the daemon, could
  /// be refused with `noActuator`. Connections wait in the socket meanwhile.
  func open(after devices: SystemDevices) throws(Errno) {
    guard devices.isOpening else { return try open() }
    state = .waiting(
      try DeviceOpenWait(loop, devices) { [unowned self] in
        do throws(Errno) { try open() } catch { exit(after: error) }
      })
  }

  /// Puts settings into force once clients are accepted.
  func apply(_ preferences: Preferences) {
    if case .open = state { feedback.apply(preferences) }
  }

  /// Reads the theme of feedbackd again.
  func reloadTheme() { feedback.reloadTheme() }

  private func open() throws(Errno) {
    state = .open(try ClientAcceptor(listener, server, loop: loop, log: log) { [unowned self] in exit(after: $0) })
    feedback.apply(preferences.current)
  }

  private func exit(after error: Errno) {
    log.error("cannot accept clients: \(error)")
    loop.exit(1)
  }
}
