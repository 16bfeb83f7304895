internal import Glibc

/// Lines for the journal: each goes to standard error, after its syslog priority where no terminal reads it.
///
/// systemd takes the prefix `<n>` off and files the line under that priority (sd-daemon(3)). Logging never blocks, and
/// the number of lines per second is limited; `LogOutput` counts the lines that it drops.
public struct Log: Sendable {
  /// The syslog priorities in use, most urgent first.
  public enum Priority: Int, Sendable {
    /// A failure that the user must repair.
    case error = 3
    /// Something that works less well than it should.
    case warning = 4
    /// A message that an administrator wants to see once.
    case notice = 5
    /// Ordinary service.
    case info = 6
    /// Details for finding a fault; only with `--verbose`.
    case debug = 7
  }

  private let least: Priority?
  private let output: LogOutput?
  private let isAboutClients: Bool

  /// - Parameters:
  ///   - verbose: whether `debug` lines are written.
  ///   - descriptor: where lines go; borrowed, and open for as long as the log lives.
  public init(verbose: Bool, to descriptor: Int32 = 2) {
    let prefixed = isatty(descriptor) == 0
    self.init(least: verbose ? .debug : .info, LogOutput(LogSink(descriptor), prefixed: prefixed), false)
  }

  /// A log that writes nothing.
  public static let silent = Log(least: nil, nil, false)

  private init(least: Priority?, _ output: LogOutput?, _ isAboutClients: Bool) {
    self.least = least
    self.output = output
    self.isAboutClients = isAboutClients
  }

  /// The same log, for lines that a client can cause. They share a small budget, so that a client cannot crowd out
  /// other lines.
  public var aboutClients: Log { Log(least: least, output, true) }

  public func error(_ line: @autoclosure () -> String) { write(.error, line) }
  public func warning(_ line: @autoclosure () -> String) { write(.warning, line) }
  public func notice(_ line: @autoclosure () -> String) { write(.notice, line) }
  public func info(_ line: @autoclosure () -> String) { write(.info, line) }
  public func debug(_ line: @autoclosure () -> String) { write(.debug, line) }

  private func write(_ priority: Priority, _ line: () -> String) {
    guard let least, priority.rawValue <= least.rawValue else { return }
    output?.write(line(), priority, LogBudget.Share(priority, isAboutClients: isAboutClients), at: .now)
  }

  // MARK: Dropped lines

  /// Calls `handler` on the logging thread when lines are dropped and nobody has reported that yet. The handler arranges
  /// for `reportDropped` to be called; it must not log.
  public func onDrop(_ handler: @escaping @Sendable () -> Void) { output?.onDrop(handler) }

  /// Writes how many lines were dropped.
  ///
  /// - Returns: whether nothing is left to report.
  public func reportDropped() -> Bool { output?.reportDropped(at: .now) ?? true }
}
