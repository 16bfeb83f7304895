internal import HapticSystem

/// The findings about files, as lines for the log. Files of the user may have thousands of mistakes, and the loop must not
/// be delayed by them: the lines are made by the thread that reads the files, and only the first ones are logged.
struct Findings: Sendable {
  struct Line: Sendable {
    let isError: Bool
    let text: String

    static func error(_ text: String) -> Line { Line(isError: true, text: text) }
    static func warning(_ text: String) -> Line { Line(isError: false, text: text) }
  }

  private let lines: [Line]
  /// The number of further findings.
  private let rest: Int

  static let none = Findings(EmptyCollection<String>()) { .warning($0) }

  init<Findings: Collection>(_ all: Findings, _ line: (Findings.Element) -> Line) {
    lines = all.prefix(Self.most).map(line)
    rest = all.count - lines.count
  }

  func report(to log: Log) {
    for line in lines { line.isError ? log.error(line.text) : log.warning(line.text) }
    if rest > 0 { log.warning("\(rest) more mistakes in these files are not listed; repair the others first") }
  }

  static let most = 50
}
