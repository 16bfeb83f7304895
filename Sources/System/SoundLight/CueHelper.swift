package import EventLoop
package import HapticSystem

// A sound library creates threads and waits for the sound server, and a LED must go dark whatever happens to the daemon.
// Neither has a place in the process that stops motors, so a helper program plays cues:
//
//   first cue ── program starts ── cues ── none for 30 s ── socket closes, program ends
//                                   ├ program dies ── sounds have failed, lights are sent to a new one
//                                   └ program hangs ── the same
//
// The kernel keeps a LED lit after the death of the program. A record of lit LEDs exists while one may be lit, and each
// program begins with darkening the LEDs of the record. While there is a record and no program, one is therefore
// started, however often it has died, with growing pauses.
//
// Memory without cues: this object. Each send is a system call that never waits; if the socket is full, the cue is dropped.

/// Plays sounds and lights by the program `hapticd-sound-light`.
package final class CueHelper: CuePlayer {
  package var onResult: ((UInt32, CueResult) -> Void)?

  private let loop: EventLoop
  private let log: Log
  private let program: Program
  private let idleTime: Duration
  private var connection: HelperConnection? {
    didSet { if connection == nil { unconfirmed = [] } }
  }
  private var cues: [UInt32: Cue] = [:]
  /// The lights whose ends the program has not confirmed.
  private var unconfirmed: Set<UInt32> = []
  /// The starts within the last minute, of which there is a limit for a program that does not survive.
  private var starts: [Instant] = []
  private lazy var idle = loop.timer { [unowned self] _ in if cues.isEmpty { connection = nil } }
  /// Replaces a program that does not respond.
  private lazy var replacement = loop.timer { [unowned self] _ in replaceUnresponsive() }
  /// Starts a program that only darkens LEDs.
  private lazy var darkening = loop.timer { [unowned self] _ in darkenLeft() }
  private var pause = Duration.zero
  /// The warnings that repeat with each event; each is logged once until a cue starts.
  private var logged: Set<String> = []
  private var dropped = 0

  package init(_ program: Program, loop: EventLoop, log: Log, idleTime: Duration = .seconds(30)) {
    self.program = program
    self.loop = loop
    self.log = log
    self.idleTime = idleTime
    noteLeftLights()
  }

  /// A program that has died unnoticed may have left a light.
  deinit { if program.hasLeftLights, let path = program.path { _ = try? HelperProgram.start(path, program.arguments) } }

  // MARK: Cues

  package func play(_ cue: Cue, as number: UInt32) -> CueResult? {
    guard let packet = CuePacket.play(cue, as: number) else { return .unknownSound }
    idle.disarm()
    defer { noteIdle() }
    if let result = send(packet) { return result }
    cues[number] = cue
    return nil
  }

  package func end(_ number: UInt32) {
    guard let cue = cues.removeValue(forKey: number) else { return }
    if let connection {
      let isSent = connection.send(CuePacket.end(number))
      // A light must not stay. The caller does not expect the results of the replacement yet.
      if cue.isLight { confirm(number, within: isSent ? Self.confirmationLimit : .zero) }
    }
    noteIdle()
  }

  /// Expects the report that a light is dark.
  private func confirm(_ number: UInt32, within time: Duration) {
    if unconfirmed.isEmpty || time == .zero { replacement.arm(at: .now + time) }
    unconfirmed.insert(number)
  }

  /// The time in which the program confirms the end of a light; usually less than 1 ms.
  private static let confirmationLimit = Duration.seconds(2)

  private func send(_ packet: [UInt8]) -> CueResult? {
    guard let connection = connection ?? open() else { return .failed }
    if connection.send(packet) { return nil }
    dropped += 1
    // A power of two, so that a long failure does not fill the log.
    if dropped & (dropped - 1) == 0 {
      log.warning("\(Program.name) does not respond; sounds and lights dropped so far: \(dropped)")
    }
    return .busy
  }

  private func noteIdle() {
    guard cues.isEmpty, connection != nil else { return }
    // A dictionary never frees memory by itself.
    cues = [:]
    idle.arm(at: .now + idleTime)
  }

  // MARK: The program

  /// - Returns: nil if the program cannot be started, or has been started too often.
  private func open() -> HelperConnection? {
    let now = Instant.now
    starts.removeAll { now - $0 > .seconds(60) }
    guard program.path == nil || starts.count < Self.mostStarts else {
      warnOnce("\(Program.name) ends again and again; it is not restarted for a minute")
      return nil
    }
    if program.path != nil { starts.append(now) }
    return connect()
  }

  private static let mostStarts = 5

  private func connect() -> HelperConnection? {
    guard let path = program.path else {
      warnOnce("\(Program.name) is not installed, so there are no sounds and lights; install hapticd completely")
      return nil
    }
    do throws(Errno) {
      connection = try HelperConnection(
        path, program.arguments, loop: loop, packetSize: CuePacket.resultBytes,
        onPacket: { [unowned self] in if let (number, result) = CuePacket.result($0) { note(number, result) } },
        onEnd: { [unowned self] in
          log.warning("\(Program.name) has ended unexpectedly")
          replaceConnection()
        })
    } catch {
      log.warning("\(Program.name) cannot be started: \(error)")
    }
    return connection
  }

  private func note(_ number: UInt32, _ result: CueResult) {
    pause = .zero
    noteConfirmation(number)
    guard cues[number] != nil else { return }
    if result != .started {
      cues[number] = nil
      noteIdle()
    }
    if result == .started { logged = [] }
    if let warning = result.warning { warnOnce(warning) }
    onResult?(number, result)
  }

  private func warnOnce(_ line: String) { if logged.insert(line).inserted { log.warning(line) } }

  private func noteConfirmation(_ number: UInt32) {
    guard unconfirmed.remove(number) != nil else { return }
    if unconfirmed.isEmpty { replacement.disarm() } else { replacement.arm(at: .now + Self.confirmationLimit) }
  }

  private func replaceUnresponsive() {
    guard !unconfirmed.isEmpty else { return }
    log.warning("\(Program.name) does not end a light; it is replaced")
    replaceConnection()
  }

  /// Sends lights to a new program. Sounds have ended.
  private func replaceConnection() {
    connection = nil
    // In the order of their starts, so that the same light is shown.
    for number in cues.keys.sorted() {
      guard let cue = cues[number] else { continue }
      let packet = cue.isLight ? CuePacket.play(cue, as: number) : nil
      let result = packet.map { send($0) } ?? .failed
      guard let result else { continue }
      cues[number] = nil
      onResult?(number, result)
    }
    noteIdle()
    noteLeftLights()
  }

  // MARK: Lights that a program has left

  private func noteLeftLights() {
    guard connection == nil, program.hasLeftLights else { return }
    darkening.arm(at: .now + pause)
    pause = min(max(pause * 2, .seconds(1)), Self.longestPause)
  }

  private func darkenLeft() {
    guard connection == nil, program.hasLeftLights else { return }
    if connect() == nil { noteLeftLights() }
    noteIdle()
  }

  private static let longestPause = Duration.seconds(64)
}

extension CueHelper {
  /// The command that starts the helper program.
  package struct Program: Sendable {
    /// The path of the program; nil if it is not installed.
    let path: String?
    let arguments: [String]
    /// The path of the record of lit LEDs, which the program keeps; nil if there is no folder for it.
    private let record: String?

    /// The program with the LEDs and the sound library of the machine.
    package init(path: String?) {
      self.path = path
      arguments = []
      // The program finds it in the same way.
      record = Environment.variable("XDG_RUNTIME_DIR").map { "\($0)/hapticd.lights" }
    }

    /// - Parameters:
    ///   - leds: the folder of LEDs.
    ///   - library: the name or path of the sound library.
    package init(path: String?, leds: String, library: String, record: String) {
      self.path = path
      arguments = [leds, library, record]
      self.record = record
    }

    /// Whether a LED may be lit without a program.
    var hasLeftLights: Bool {
      guard let record else { return false }
      return (try? FileStatus(of: record)) != nil
    }

    package static let name = "hapticd-sound-light"
  }
}

extension CueResult {
  /// The warning about a result that the user can remedy.
  fileprivate var warning: String? {
    switch self {
    case .noLibrary:
      "sounds do not play, because libcanberra is not installed; install it (Debian: libcanberra0, libcanberra-pulse)"
    case .noServer: "sounds do not play, because there is no sound server; start PipeWire or PulseAudio"
    case .notPermitted:
      "lights are not shown, because the LED is not writable; add the user to the group feedbackd, and log in again"
    case .failed, .busy, .started, .ended, .unknownSound, .noLight, .switchedOff: nil
    }
  }
}
