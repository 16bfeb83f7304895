internal import DesktopSession
internal import EventLoop
internal import Glibc
internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import HapticThemes
internal import MotorRendering
internal import PreferenceFiles

/// The daemon: creates and connects the event loop, the socket, the server and the devices.
final class Daemon {
  /// The reason why the daemon cannot start, with the remedy, in one line.
  struct Failure: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }

  private let log: Log
  private let loop: EventLoop
  private let listener: Listener
  private let server: Server
  private let themes: Themes
  private let preferences: PreferenceSource
  private let quietHours: QuietHoursWatch
  /// The theme of the command line, which has precedence over the preferences.
  private let chosenTheme: String?
  private let usesDevices: Bool
  private let motors: MeasuredMotors
  private var devices: DeviceManager?
  private var closeWait: DeviceCloseWait?
  private var circumstanceMonitor: CircumstanceMonitor?
  private let replaces: Bool
  private var feedbackInterface: FeedbackInterface?
  private var signals: [Registration] = []
  private var acceptor: ClientAcceptor?
  private var settling: Timer?
  private var droppedLines: DroppedLineReporter?

  init(_ options: Options, log: Log) throws(Failure) {
    self.log = log
    usesDevices = options.usesDevices
    replaces = options.replaces
    listener = try Listener.open(at: options.socketPath)
    do throws(Errno) {
      loop = try EventLoop()
      droppedLines = try DroppedLineReporter(loop, log)
      preferences = try PreferenceSource(loop: loop, log: log)
      quietHours = QuietHoursWatch(loop: loop, log: log)
      chosenTheme = options.theme
      themes = try Themes(chosenTheme ?? preferences.current.theme?.description, loop: loop, log: log)
      server = Server(
        vocabulary: themes.current.vocabulary,
        records: { [themes] in themes.current.feedbacks.map(FeedbackRecord.init) },
        version: ShortName(truncating: release), scheduler: LoopScheduler(loop), log: log)
      motors = MeasuredMotors(server, log: log)
      themes.onChange = { [unowned self] theme in
        server.setVocabulary(theme.vocabulary)
        applyPreferences()
      }
      preferences.onChange = { [unowned self] in applyPreferences() }
      server.onReload = { [unowned self] in reload($0) }
      server.onSetting = { [unowned self] in preferences.text(of: $0) }
      quietHours.onChange = { [unowned self] in note(.quietHours, quietHours.isQuiet) }
      applyPreferences()
      try watchSignals()
      try simulate(options.simulated)
      if usesDevices { devices = try DeviceManager(loop: loop, server: server, motors: motors, log: log) }
      circumstanceMonitor = try CircumstanceMonitor(loop: loop, log: log, listeners)
    } catch {
      throw Failure("cannot start: \(error)")
    }
  }

  /// Serves until a signal ends the daemon. All motors are off on return.
  ///
  /// - Returns: the exit code of the process. Failures are logged before the devices close, which can take long.
  func run() -> Int32 {
    // The signal handlers end with the daemon; after that, the kernel's default would end the process at the next
    // signal.
    defer { EndingSignals.ignore() }
    enableWatchdog()
    do throws(Errno) {
      try acceptClientsWhenReady()
      ServiceManager.notifyReady(status: "ready")
      log.info("hapticd \(release) is ready")
      return try loop.run()
    } catch {
      server.shutDown()
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

  /// Accepts connections after the threads that open devices have finished, or after 250 ms. Otherwise the first
  /// request, for which systemd started the daemon, could be refused with `noActuator`. Connections wait in the
  /// socket meanwhile.
  private func acceptClientsWhenReady() throws(Errno) {
    let openingLimit = Duration.milliseconds(250)
    guard devices?.isOpening ?? false else { return try acceptClients() }
    let deadline = Instant.now + openingLimit
    settling = try loop.timer { [unowned self] now in
      if devices?.isOpening ?? false, now < deadline {
        settling?.arm(at: now + .milliseconds(2))
      } else {
        settling = nil
        do throws(Errno) { try acceptClients() } catch { fail(error) }
      }
    }
    settling?.arm(at: .now)
  }

  private func acceptClients() throws(Errno) {
    acceptor = try ClientAcceptor(listener, server, loop: loop, log: log) { [unowned self] in fail($0) }
    feedbackInterface = FeedbackInterface(
      server, preferences, loop: loop, log: log, replaces: replaces, onLoss: { [unowned self] in noteBusLoss() })
    feedbackInterface?.apply(preferences.current)
  }

  /// Ends a daemon that the session bus started, because nothing else would end it.
  private func noteBusLoss() {
    if Environment.variable("DBUS_STARTER_BUS_TYPE") == "session" { leave() }
  }

  private func fail(_ error: Errno) {
    log.error("cannot accept clients: \(error)")
    loop.exit(1)
  }

  // MARK: Signals

  private func watchSignals() throws(Errno) {
    for number in EndingSignals.unconditional {
      signals.append(Registration(try loop.signal(number, priority: .stop) { [unowned self] in leave() }))
    }
    let isInTerminal = isatty(STDERR_FILENO) == 1
    signals.append(
      Registration(try loop.signal(SIGHUP) { [unowned self] in isInTerminal ? leave() : reload() }))
  }

  /// Reads themes and preferences again, for `systemctl reload`.
  private func reload() {
    log.info("reading preferences and themes")
    reload {}
  }

  /// - Parameter finish: called after preferences and theme are in force.
  private func reload(_ finish: @escaping () -> Void) {
    feedbackInterface?.reloadTheme()
    // The preferences may select another theme.
    preferences.reload { [unowned self] in themes.reload(finish) }
  }

  /// Stops the motors first, then everything else.
  private func leave() {
    ServiceManager.notifyStopping()
    server.shutDown()
    devices?.close()
    log.info("stopped")
    loop.exit(0)
  }

  // MARK: Preferences

  private func applyPreferences() {
    if chosenTheme == nil { themes.choose(preferences.current.theme?.description) }
    server.setPreferences(
      preferences.current,
      report: PreferenceReport(
        theme: themes.current.name, complaint: preferences.complaint ?? "",
        problems: preferences.stack.problems.count))
    motors.apply(preferences.current)
    quietHours.set(preferences.current.quietHours)
    feedbackInterface?.apply(preferences.current)
  }

  /// Adds or removes a circumstance.
  private func note(_ circumstance: Circumstances, _ isPresent: Bool) {
    let present = server.circumstances
    server.setCircumstances(isPresent ? present.union(circumstance) : present.subtracting(circumstance))
  }

  // MARK: Session, sleep and power

  private var listeners: CircumstanceMonitor.Listeners {
    CircumstanceMonitor.Listeners(
      onSession: { [unowned self] session in
        note(.sessionUnknown, false)
        note(.sessionInactive, !session.isActive)
        note(.locked, session.isLocked)
      },
      onSleep: { [unowned self] in fallAsleep($0) },
      onWake: { [unowned self] in wakeUp() },
      onPowerSaving: { [unowned self] in note(.powerSaver, $0) },
      onAbsence: { [unowned self] in note(.sessionUnknown, true) })
  }

  /// Stops all playbacks, and lets the machine sleep after all devices are closed.
  private func fallAsleep(_ lock: SleepLock) {
    server.suspend()
    guard let nodes = devices?.openNodes else { return lock.release() }
    devices?.forget()
    devices = nil
    do throws(Errno) {
      closeWait = try DeviceCloseWait(loop, nodes) { [unowned self] areClosed in
        if !areClosed {
          log.warning("the machine goes to sleep before a device has answered; its motor stops by itself")
        }
        lock.release()
        closeWait = nil
      }
    } catch {
      log.error("cannot wait for devices before sleep: \(error)")
      lock.release()
    }
  }

  /// Opens the devices again after sleep; clients receive `reset` and prepare again.
  private func wakeUp() {
    closeWait = nil
    server.resume()
    quietHours.look()
    guard usesDevices, devices == nil else { return }
    do throws(Errno) {
      devices = try DeviceManager(loop: loop, server: server, motors: motors, log: log)
    } catch {
      log.error("cannot open devices after sleep: \(error)")
      loop.exit(1)
    }
  }

  // MARK: Simulation

  private func simulate(_ names: [String]) throws(Errno) {
    for name in names {
      guard let model = MotorModel.presets[name] else { continue }
      let id = server.nextDeviceID()
      let actuator = SimulatedActuator(id, name: name, model: model)
      actuator.model = motors.model(model, of: id, named: actuator.record.name)
      try server.add(actuator)
    }
  }
}
