internal import HapticSystem

/// The findings about files, as lines for the log. Files of the user may have thousands of mistakes, and the loop must not
/// be delayed by them: the lines are made by the thread that reads the files, and only the first ones are logged.
struct Findings: Sendable {
  private let lines: [(text: String, isError: Bool)]
  /// The number of further findings.
  private let rest: Int

  init<All: Collection>(
    _ all: All, text: (All.Element) -> String = { "\($0)" }, isError: (All.Element) -> Bool = { _ in false }
  ) {
    lines = all.prefix(Self.most).map { (text($0), isError($0)) }
    rest = all.count - lines.count
  }

  func report(to log: Log) {
    for line in lines { line.isError ? log.error(line.text) : log.warning(line.text) }
    if rest > 0 { log.warning("\(rest) more mistakes in these files are not listed; repair the others first") }
  }

  static let most = 50
}
