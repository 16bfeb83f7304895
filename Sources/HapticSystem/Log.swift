internal import Glibc

/// Lines for the journal: each goes to standard error, behind its syslog priority where no terminal reads it.
///
/// systemd takes the prefix `<n>` off and files the line under that priority (sd-daemon(3)).
public struct Log: Sendable {
  /// The syslog priorities in use, most urgent first.
  public enum Priority: Int, Sendable {
    /// Something the person must mend.
    case error = 3
    /// Something that works less well than it should.
    case warning = 4
    /// What an administrator wants to see once.
    case notice = 5
    /// What happens in ordinary service.
    case info = 6
    /// What helps to find a fault; only with `--verbose`.
    case debug = 7
  }

  private let least: Priority?
  private let prefixed: Bool

  /// - Parameter verbose: whether `debug` lines are written.
  public init(verbose: Bool) {
    least = verbose ? .debug : .info
    prefixed = isatty(STDERR_FILENO) == 0
  }

  /// A log that writes nothing.
  public static let silent = Log()

  private init() {
    least = nil
    prefixed = false
  }

  public func error(_ line: @autoclosure () -> String) { write(.error, line) }
  public func warning(_ line: @autoclosure () -> String) { write(.warning, line) }
  public func notice(_ line: @autoclosure () -> String) { write(.notice, line) }
  public func info(_ line: @autoclosure () -> String) { write(.info, line) }
  public func debug(_ line: @autoclosure () -> String) { write(.debug, line) }

  private func write(_ priority: Priority, _ line: () -> String) {
    guard let least, priority.rawValue <= least.rawValue else { return }
    var text = (prefixed ? "<\(priority.rawValue)>" : "hapticd: ") + line() + "\n"
    // One write, so that lines of several processes do not mix. A log that cannot be written has no better place.
    text.withUTF8 { bytes in _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}
