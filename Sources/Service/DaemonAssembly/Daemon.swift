internal import EventLoop
internal import Glibc
internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import HapticThemes
internal import PreferenceFiles

/// The daemon: creates and connects the event loop, the socket, the server and the devices.
final class Daemon {
  /// The reason why the daemon cannot start, with the remedy, in one line.
  struct Failure: Error {
    let message: String
  }

  private let log: Log
  private let loop: EventLoop
  private let droppedLines: DroppedLineReporter
  private let preferences: PreferenceSource
  private let themes: Themes
  /// The theme of the command line, which has precedence over the preferences.
  private let chosenTheme: String?
  private let server: Server
  private let motors: MeasuredMotors
  private let devices: SystemDevices
  private let circumstances: CircumstanceReporter
  private let listener: Listener
  private let feedback: FeedbackInterface
  /// Waits for threads that open devices.
  private var wait: Timer?
  private var acceptor: ClientAcceptor?
  private var signals: [Source] = []

  init(_ options: Options, log: Log) throws(Failure) {
    self.log = log
    listener = try Listener.open(at: options.socketPath)
    do throws(Errno) {
      loop = try EventLoop()
      droppedLines = try DroppedLineReporter(loop, log)
      preferences = PreferenceSource(loop: loop, log: log)
      chosenTheme = options.theme
      themes = Themes(chosenTheme ?? preferences.current.theme?.description, loop: loop, log: log)
      server = Server(
        vocabulary: themes.current.vocabulary,
        records: { [themes] in themes.current.feedbacks.map(FeedbackRecord.init) },
        version: ShortName(truncating: release), scheduler: loop, log: log)
      motors = MeasuredMotors(server)
      devices = SystemDevices(isEnabled: options.usesDevices, server, motors, loop: loop, log: log)
      circumstances = CircumstanceReporter(server, devices, loop: loop, log: log)
      feedback = FeedbackInterface(server, preferences, loop: loop, log: log, replaces: options.replaces)
      connect()
      try watchSignals()
      for preset in options.simulated { motors.simulate(preset) }
      try devices.open()
      circumstances.start()
    } catch {
      throw Failure(message: "cannot start: \(error)")
    }
  }

  /// Serves until a signal ends the daemon. All motors are off on return.
  ///
  /// - Returns: the exit code of the process. Failures are logged before the devices close, which can take long.
  func run() -> Int32 {
    // The signal handlers end with the daemon; after that, the kernel's default would end the process at the next
    // signal.
    defer {
      server.shutDown()
      Signals.ignoreEnding()
    }
    enableWatchdog()
    do throws(Errno) {
      try acceptClientsAfterDevices()
      ServiceManager.notifyReady(status: "ready")
      log.info("hapticd \(release) is ready")
      return try loop.run()
    } catch {
      log.error("the event loop failed: \(error)")
      return 1
    }
  }

  /// Enables the watchdog. A failure is logged only: a daemon without a watchdog is better than none.
  private func enableWatchdog() {
    do throws(Errno) {
      try loop.enableWatchdog()
    } catch {
      log.warning("the service manager's watchdog is not used: WATCHDOG_USEC or WATCHDOG_PID is not valid: \(error)")
    }
  }

  // MARK: Clients

  /// Accepts clients after a wait for devices, of at most 250 ms. Otherwise the first request, for which systemd started
  /// the daemon, could be refused with `noActuator`. Connections wait in the socket meanwhile.
  private func acceptClientsAfterDevices() throws(Errno) {
    guard devices.isOpening else { return try acceptClients() }
    let end = Instant.now + .milliseconds(250)
    wait = loop.timer { [unowned self] now in
      if devices.isOpening, now < end { return wait?.arm(at: now + .milliseconds(2)) ?? () }
      wait = nil
      do throws(Errno) { try acceptClients() } catch { exit(after: error) }
    }
    wait?.arm(at: .now)
  }

  private func acceptClients() throws(Errno) {
    acceptor = try ClientAcceptor(listener, server, loop: loop, log: log) { [unowned self] in exit(after: $0) }
    feedback.apply(preferences.current)
  }

  private func exit(after error: Errno) {
    log.error("cannot accept clients: \(error)")
    loop.exit(1)
  }

  // MARK: Preferences

  private func connect() {
    themes.onChange = { [unowned self] theme in
      server.setVocabulary(theme.vocabulary)
      applyPreferences()
    }
    preferences.onChange = { [unowned self] in applyPreferences() }
    server.settings.onReload = { [unowned self] in reload($0) }
    server.settings.onSetting = { [unowned self] in preferences.text(of: $0) }
    feedback.onLoss = { [unowned self] in noteBusLoss() }
    applyPreferences()
  }

  private func applyPreferences() {
    if chosenTheme == nil { themes.choose(preferences.current.theme?.description) }
    server.setPreferences(
      preferences.current,
      report: PreferenceReport(
        theme: themes.current.name, complaint: preferences.complaint ?? "",
        problems: preferences.stack.problems.count))
    motors.apply(preferences.current)
    circumstances.apply(preferences.current)
    if acceptor != nil { feedback.apply(preferences.current) }
  }

  /// Reads themes and preferences again, for `systemctl reload`.
  private func reload() {
    log.info("reading preferences and themes")
    reload {}
  }

  /// - Parameter finish: called after preferences and theme are in force.
  private func reload(_ finish: @escaping () -> Void) {
    feedback.reloadTheme()
    // The preferences may select another theme.
    preferences.reload { [unowned self] in themes.reload(finish) }
  }

  // MARK: End

  private func watchSignals() throws(Errno) {
    for number in Signals.ending {
      signals.append(try loop.signal(number, priority: .stop) { [unowned self] in leave() })
    }
    let isInTerminal = isatty(STDERR_FILENO) == 1
    signals.append(try loop.signal(SIGHUP) { [unowned self] in isInTerminal ? leave() : reload() })
  }

  /// Ends a daemon that the session bus started, because nothing else would end it.
  private func noteBusLoss() {
    if Environment.variable("DBUS_STARTER_BUS_TYPE") == "session" { leave() }
  }

  /// Stops the motors first, then everything else. A second signal does not wait for devices.
  private func leave() {
    server.shutDown()
    acceptor = nil
    ServiceManager.notifyStopping()
    devices.end { [unowned self] in
      log.info("stopped")
      loop.exit(0)
    }
  }
}
