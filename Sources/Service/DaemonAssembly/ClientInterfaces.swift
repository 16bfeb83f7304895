internal import EventLoop
internal import HapticPreferences
internal import HapticServer
internal import HapticSystem

/// The two ways of clients to the server: the daemon's socket, and feedbackd's interface on the session bus.
final class ClientInterfaces {
  private let listener: Listener
  private let server: Server
  private let preferences: PreferenceSource
  let feedback: FeedbackInterface
  private let loop: EventLoop
  private let log: Log
  /// Waits for threads that open devices.
  private var wait: Timer?
  private var acceptor: ClientAcceptor?

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

  /// Accepts clients after a wait for devices, of at most 250 ms. Otherwise the first request, for which systemd started
  /// the daemon, could be refused with `noActuator`. Connections wait in the socket meanwhile.
  func open(after devices: SystemDevices) throws(Errno) {
    guard devices.isOpening else { return try open() }
    let end = Instant.now + .milliseconds(250)
    wait = try loop.timer { [unowned self] now in
      if devices.isOpening, now < end { return wait?.arm(at: now + .milliseconds(2)) ?? () }
      wait = nil
      do throws(Errno) { try open() } catch { exit(after: error) }
    }
    wait?.arm(at: .now)
  }

  /// Puts settings into force once clients are accepted.
  func apply(_ preferences: Preferences) {
    if acceptor != nil { feedback.apply(preferences) }
  }

  private func open() throws(Errno) {
    acceptor = try ClientAcceptor(listener, server, loop: loop, log: log) { [unowned self] in exit(after: $0) }
    feedback.apply(preferences.current)
  }

  private func exit(after error: Errno) {
    log.error("cannot accept clients: \(error)")
    loop.exit(1)
  }
}
