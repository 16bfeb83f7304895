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
      finishReading(false, ofWritten: readsWritten)
    }
  }

  private func finishReading(_ isDone: Bool, ofWritten readsWritten: Bool) {
    reading = nil
    lastReading = .now
    if isDone, !areThere { log.info("feedbackd's GSettings are followed, by \(program.folder)") }
    if !isDone, areThere { log.warning("feedbackd's GSettings can no longer be read") }
    areThere = isDone
    onRead()
    if readsWritten { finishFirst(isDone) }
    guard reading == nil else { return }
    if isWritten { read() } else if isOutdated { noteChange() }
  }

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
      writing = try program.run(["profile", profile.name], loop: loop) { [unowned self] isDone in
        guard isDone else { return finishFirst(false) }
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
