internal import Glibc

/// Writes lines for the journal to standard error; a line starts with its syslog priority unless standard error is a
/// terminal.
///
/// systemd removes the prefix `<n>` and stores the line with that priority (sd-daemon(3)). Logging never blocks, and
/// the number of lines per second is limited; `LogOutput` counts the dropped lines.
public struct Log: Sendable {
  /// The syslog priorities in use, most urgent first.
  public enum SyslogPriority: Int, Sendable {
    /// A failure that the user must repair.
    case error = 3
    /// Something that works less well than it should.
    case warning = 4
    /// A message that an administrator needs to see once.
    case notice = 5
    /// Normal operation.
    case info = 6
    /// Details for debugging; only with `--verbose`.
    case debug = 7
  }

  private let least: SyslogPriority
  /// Nil for a log that writes nothing.
  private let output: LogOutput?
  private var isAboutClients = false

  /// A log that writes nothing.
  public static let silent = Log(least: .error, output: nil)

  /// The same log for lines that a client can cause. They share a small budget, so that a client cannot suppress other
  /// lines.
  public var aboutClients: Log { Log(least: least, output: output, isAboutClients: true) }

  public func error(_ line: @autoclosure () -> String) { write(.error, line) }
  public func warning(_ line: @autoclosure () -> String) { write(.warning, line) }
  public func notice(_ line: @autoclosure () -> String) { write(.notice, line) }
  public func info(_ line: @autoclosure () -> String) { write(.info, line) }
  public func debug(_ line: @autoclosure () -> String) { write(.debug, line) }

  private func write(_ priority: SyslogPriority, _ line: () -> String) {
    guard priority.rawValue <= least.rawValue else { return }
    output?.write(line(), priority, LogBudget.Share(priority, isAboutClients: isAboutClients), at: .now)
  }

  // MARK: Dropped lines

  /// Calls `handler` on the logging thread when lines are dropped, once until they are reported. The handler must
  /// arrange a call of `reportDropped`, and must not log.
  public func onDrop(_ handler: @escaping @Sendable () -> Void) { output?.onDrop(handler) }

  /// Logs the number of dropped lines.
  ///
  /// - Returns: whether no dropped lines remain to be reported.
  public func reportDropped() -> Bool { output?.reportDropped(at: .now) ?? true }
}

extension Log {
  /// Creates a log.
  ///
  /// - Parameters:
  ///   - verbose: whether `debug` lines are written.
  ///   - descriptor: the descriptor for the lines; borrowed, and open while the log is in use.
  public init(verbose: Bool, to descriptor: Int32 = 2) {
    let prefixed = isatty(descriptor) == 0
    self.init(least: verbose ? .debug : .info, output: LogOutput(LogSink(descriptor), prefixed: prefixed))
  }
}
