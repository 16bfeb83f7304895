public import EventLoop
public import HapticSystem

// A sound library creates threads and waits for the sound server, and a LED must go dark whatever happens to the daemon.
// Neither has a place in the process that stops motors, so a helper program plays cues:
//
//   first cue ── program starts ── cues ── none for 30 s ── socket closes, program ends
//                                   └ program dies ── sounds have failed, lights are sent to a new one
//
// Memory without cues: this object. Each send is a system call that never waits; if the socket is full, the cue is dropped.

/// Plays sounds and lights by the program `hapticd-sound-light`.
public final class CueHelper: CuePlayer {
  public var onResult: ((UInt32, CueResult) -> Void)?

  /// The command that starts the program.
  public struct Program: Sendable {
    let path: String?
    let arguments: [String]

    /// - Parameters:
    ///   - path: the path of the program; nil if it is not installed.
    ///   - arguments: the folder of LEDs and the name of the sound library, if they are not the usual ones.
    public init(path: String?, arguments: [String] = []) {
      self.path = path
      self.arguments = arguments
    }

    public static let name = "hapticd-sound-light"
  }

  private let loop: EventLoop
  private let log: Log
  private let program: Program
  private let idleTime: Duration
  private var connection: CueConnection?
  private var cues: [UInt32: Cue] = [:]
  private var starts = StartLimit()
  private var idle: Timer?
  private var warnings = CueWarnings()
  private var dropped = 0

  public init(
    _ program: Program, loop: EventLoop, log: Log, idleTime: Duration = .seconds(30)
  ) throws(Errno) {
    self.program = program
    self.loop = loop
    self.log = log
    self.idleTime = idleTime
    idle = try loop.timer { [unowned self] _ in if cues.isEmpty { connection = nil } }
  }

  // MARK: Cues

  public func play(_ cue: Cue, as number: UInt32) -> CueResult? {
    guard let packet = CuePacket.play(cue, as: number) else { return .unknownSound }
    idle?.disarm()
    defer { noteIdle() }
    if let result = send(packet) { return result }
    cues[number] = cue
    return nil
  }

  public func end(_ number: UInt32) {
    guard let cue = cues.removeValue(forKey: number) else { return }
    if let connection, !connection.send(CuePacket.end(number)) {
      // A light must not stay: the end of the connection switches it off.
      if cue.isLight { replaceConnection() }
    }
    noteIdle()
  }

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
    idle?.arm(at: .now + idleTime)
  }

  // MARK: The program

  private func open() -> CueConnection? {
    guard let path = program.path else {
      if warnings.isFirst(.program) {
        log.warning("\(Program.name) is not installed, so there are no sounds and lights; install hapticd completely")
      }
      return nil
    }
    guard starts.take(at: .now) else {
      if warnings.isFirst(.starts) {
        log.warning("\(Program.name) ends again and again; it is not restarted for a minute")
      }
      return nil
    }
    do throws(Errno) {
      connection = try CueConnection(path, program.arguments, loop: loop) { [unowned self] in
        note($0, $1)
      } onEnd: {
        [unowned self] in
        noteEnd()
      }
    } catch {
      log.warning("\(Program.name) cannot be started: \(error)")
    }
    return connection
  }

  private func note(_ number: UInt32, _ result: CueResult) {
    guard cues[number] != nil else { return }
    if result != .started {
      cues[number] = nil
      noteIdle()
    }
    if let line = warnings.line(about: result) { log.warning(line) }
    onResult?(number, result)
  }

  /// Handles the death of the program, for example by a signal.
  private func noteEnd() {
    log.warning("\(Program.name) has ended unexpectedly")
    replaceConnection()
  }

  /// Sends lights to a new program. Sounds have ended.
  private func replaceConnection() {
    connection = nil
    for (number, cue) in cues {
      let packet = cue.isLight ? CuePacket.play(cue, as: number) : nil
      let result = packet.map { send($0) } ?? .failed
      guard let result else { continue }
      cues[number] = nil
      onResult?(number, result)
    }
    noteIdle()
  }
}

/// Limits the starts of a program that does not survive.
private struct StartLimit {
  private var latest: [Instant] = []
  private static let most = 5
  private static let time = Duration.seconds(60)

  /// - Returns: whether a start is allowed now.
  mutating func take(at now: Instant) -> Bool {
    latest.removeAll { now - $0 > Self.time }
    guard latest.count < Self.most else { return false }
    latest.append(now)
    return true
  }
}
