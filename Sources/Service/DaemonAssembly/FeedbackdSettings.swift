internal import EventLoop
internal import HapticPreferences
internal import HapticSystem
internal import MessageBus

// GSettings are dconf's, and GLib reads them: a program of its own does so, and ends. dconf announces changes on the
// session bus, to which hapticd is connected for feedbackd's interface, so that nothing runs between changes:
//
//   dconf ── Notify ── settling time ── hapticd-gsettings read ── hapticd.toml in the runtime folder ── preferences
//
// The file lies between the user's own settings and those of the system. It stays at the end of the daemon, so that the
// next start has the settings from its first play on.

/// Follows feedbackd's GSettings while feedbackd's interface is served.
final class FeedbackdSettings {
  /// Whether feedbackd has settings on this machine.
  private(set) var areThere = false

  private let program: SettingsProgram
  private let loop: EventLoop
  private let log: Log
  /// Called after each reading, also after one without a result.
  private let onRead: () -> Void
  private var match: BusSlot?
  private lazy var settling = loop.timer { [unowned self] _ in
    if isOutdated, reading == nil { read() }
  }
  private var reading: HelperConnection?
  private var isOutdated = false
  private var lastReading = Instant.now
  /// The number of readings in a row that failed.
  private var failures = 0
  private var requests: [(profile: Profile, finish: (_ isSet: Bool) -> Void)] = []
  private var writing: HelperConnection?
  /// Whether the profile of the first request is in GSettings, and not yet in the file.
  private var isWritten = false

  /// Starts to read the settings.
  ///
  /// - Returns: nil if there is no folder for the file, or if the program is not installed.
  init?(_ link: BusLink, loop: EventLoop, log: Log, onRead: @escaping () -> Void) {
    guard let program = SettingsProgram() else { return nil }
    (self.program, self.loop, self.log, self.onRead) = (program, loop, log, onRead)
    read()
    link.observe { [weak self] in self?.follow($0) }
  }

  // MARK: Reading

  private func follow(_ connection: BusConnection?) {
    match = nil
    guard let connection else { return }
    do throws(Errno) {
      match = try connection.match(Self.rule) { [unowned self] _ in noteChange() }
      // Changes without a connection were missed.
      noteChange()
    } catch {
      log.warning("feedbackd's GSettings are not followed: \(error)")
    }
  }

  /// dconf's announcement of a change below feedbackd's path, or above it.
  private static let rule =
    "type='signal',interface='ca.desrt.dconf.Writer',member='Notify',arg0path='/org/sigxcpu/feedbackd/'"

  /// Reads a short time later, because a slider makes many changes, and seldom, because any program can send the signal.
  private func noteChange() {
    isOutdated = true
    if reading == nil { settling.arm(at: max(.now + Self.settlingTime, lastReading + Self.pause)) }
  }

  private static let settlingTime = Duration.milliseconds(50)
  private static let pause = Duration.milliseconds(300)

  /// Reads the settings into the file now. One reading at a time, because they write one file.
  private func read() {
    isOutdated = false
    let readsWritten = isWritten
    do throws(Errno) {
      reading = try program.run(["read", program.folder], loop: loop) { [unowned self] in
        finishReading($0, ofWritten: readsWritten)
      }
    } catch {
      log.warning("feedbackd's GSettings cannot be read: \(error)")
      finishReading(.failed, ofWritten: readsWritten)
    }
  }

  private func finishReading(_ outcome: SettingsProgram.Outcome, ofWritten readsWritten: Bool) {
    reading = nil
    lastReading = .now
    switch outcome {
    case .done:
      if !areThere { log.info("feedbackd's GSettings are followed, by \(program.folder)") }
      areThere = true
    case .absent:
      if areThere { log.warning("feedbackd's GSettings can no longer be read") }
      areThere = false
    case .failed: break
    }
    onRead()
    if readsWritten { finishFirst(outcome == .done) }
    guard reading == nil else { return }
    if isWritten { read() } else if outcome == .failed { tryAgain() } else if isOutdated { noteChange() }
    if outcome != .failed { failures = 0 }
  }

  /// Reads again later: on a loaded machine, the program may have had too little time.
  private func tryAgain() {
    isOutdated = true
    let pause = Duration.seconds(1 << min(failures, Self.mostDoublings))
    failures += 1
    log.warning("feedbackd's GSettings were not read; next try in \(pause)")
    settling.arm(at: .now + pause)
  }

  /// The longest pause between two tries is about four minutes.
  private static let mostDoublings = 8

  // MARK: Writing

  /// Sets the profile.
  ///
  /// - Parameter finish: called after the profile is set and in the file, or with false.
  func set(_ profile: Profile, _ finish: @escaping (_ isSet: Bool) -> Void) {
    guard requests.count < Self.mostRequests else { return finish(false) }
    requests.append((profile, finish))
    if requests.count == 1 { writeFirst() }
  }

  private static let mostRequests = 16

  private func writeFirst() {
    guard let profile = requests.first?.profile else { return }
    do throws(Errno) {
      writing = try program.run(["profile", profile.name], loop: loop) { [unowned self] in
        guard $0 == .done else { return finishFirst(false) }
        isWritten = true
        // Without waiting for the announcement.
        if reading == nil { read() }
      }
    } catch {
      finishFirst(false)
    }
  }

  private func finishFirst(_ isSet: Bool) {
    writing = nil
    isWritten = false
    let finish = requests.removeFirst().finish
    writeFirst()
    finish(isSet)
  }
}
