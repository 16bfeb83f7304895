internal import Synchronization

// Logging must not block the loop: if standard error is a pipe without a reader, a blocking write would leave a motor
// on. A line that cannot be written at once is dropped and counted, like a line over the budget:
//
//   line ── budget ── room in the sink ── written
//             │             │
//             └── dropped ──┴── counted; the count is logged once a second at most, when there is room

/// Writes log lines and counts dropped lines. Sendable: any thread may log.
final class LogOutput: Sendable {
  private struct State: ~Copyable {
    let sink: LogSink
    var budget = LogBudget()
    /// The rest of a partly written line.
    var rest: [UInt8] = []
    var overBudget: UInt64 = 0
    var withoutRoom: UInt64 = 0
    var reportNotBefore = Instant.distantPast
    var isReportDue = false
    var onDrop: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>
  private let prefixed: Bool

  init(_ sink: consuming LogSink, prefixed: Bool) {
    self.prefixed = prefixed
    state = Mutex(State(sink: sink))
  }

  func onDrop(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onDrop = handler } }

  func write(_ line: String, _ priority: Log.SyslogPriority, _ share: LogBudget.Share, at now: Instant) {
    let bytes = self.bytes(line, priority)
    let handler: (@Sendable () -> Void)? = state.withLock { state in
      guard state.budget.take(share, at: now) else {
        state.overBudget += 1
        return Self.noteDrop(&state)
      }
      _ = report(&state, at: now)
      if Self.write(bytes, &state) { return nil }
      state.withoutRoom += 1
      return Self.noteDrop(&state)
    }
    handler?()
  }

  /// - Returns: whether no dropped lines remain to be reported.
  func reportDropped(at now: Instant) -> Bool {
    state.withLock { state in
      guard report(&state, at: now) else { return false }
      state.isReportDue = false
      return true
    }
  }

  // MARK: Under the lock

  private static func noteDrop(_ state: inout State) -> (@Sendable () -> Void)? {
    if state.isReportDue { return nil }
    state.isReportDue = true
    return state.onDrop
  }

  /// - Returns: whether no dropped lines remain to be reported.
  private func report(_ state: inout State, at now: Instant) -> Bool {
    if state.overBudget == 0, state.withoutRoom == 0 { return Self.finish(&state) }
    guard now >= state.reportNotBefore else { return false }
    let line =
      "\(state.overBudget + state.withoutRoom) log lines were dropped: \(state.overBudget) over the limit of lines "
      + "per second, \(state.withoutRoom) because standard error was full"
    guard Self.write(bytes(line, .warning), &state) else { return false }
    state.reportNotBefore = now + .seconds(1)
    (state.overBudget, state.withoutRoom) = (0, 0)
    return true
  }

  /// Writes a line in one call, so that lines of several processes do not mix. Returns false if there is no room; the
  /// line is then dropped.
  private static func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
    guard finish(&state) else { return false }
    let written = state.sink.write(bytes[...])
    if written == 0 { return false }
    state.rest = Array(bytes[written...])
    return true
  }

  /// Writes the rest of a partly written line.
  ///
  /// - Returns: whether nothing remains to be written.
  private static func finish(_ state: inout State) -> Bool {
    if state.rest.isEmpty { return true }
    state.rest.removeFirst(state.sink.write(state.rest[...]))
    return state.rest.isEmpty
  }

  // MARK: Text

  private func bytes(_ line: String, _ priority: Log.SyslogPriority) -> [UInt8] {
    var bytes = Array((prefixed ? "<\(priority.rawValue)>" : "hapticd: ").utf8)
    bytes += Self.printable(line).utf8.prefix(Self.longest)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Replaces control characters. Names of devices and files are not trusted: a line break must not begin a new line,
  /// and an escape must not control a terminal.
  private static func printable(_ line: String) -> String {
    guard line.unicodeScalars.contains(where: isControl) else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.map { isControl($0) ? "\u{fffd}" : $0 }))
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
  }

  /// The maximum number of bytes of a line. The kernel writes up to 4096 bytes into a pipe atomically (`PIPE_BUF`).
  static let longest = 2000
}
