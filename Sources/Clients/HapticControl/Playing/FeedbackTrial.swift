internal import HapticSystem
internal import Haptics

/// A list of feedbacks on the whole terminal. The arrow keys move through it and play each one.
struct FeedbackTrial {
  private let session: DaemonSession
  private let entries: [FeedbackIndex.Entry]
  private var selected = 0
  /// The lines of the list for a width of the terminal, which take a while to compute.
  private var table: (columns: Int, lines: [String]) = (0, [])
  /// The verdict of the last play, or the reason for a refusal.
  private var news = ""

  /// - Parameter catalogue: at least one feedback.
  init(_ session: DaemonSession, _ catalogue: FeedbackIndex) {
    self.session = session
    entries = catalogue.entries
  }

  mutating func run() throws(Failure) {
    var keys = try TerminalKeys.ofPage("--try expects a terminal; to play one feedback: hapticctl play NAME")
    draw()
    while try handle(keys.nextOfPage()) { draw() }
    session.stopAll()
  }

  /// - Returns: whether the list goes on.
  private mutating func handle(_ key: TerminalKeys.Key?) throws(Failure) -> Bool {
    switch key {
    case .interrupt, .escape, .character("q"): return false
    case .up, .left, .character("k"): try select(selected - 1)
    case .down, .right, .character("j"): try select(selected + 1)
    case .pageUp: try select(max(selected - page, 0))
    case .pageDown: try select(min(selected + page, entries.count - 1))
    case .home: try select(0)
    case .end: try select(entries.count - 1)
    case .enter, .space: try select(selected)
    default: break
    }
    return true
  }

  /// Selects a feedback, if there is one at this position, and plays it in place of the former one.
  private mutating func select(_ position: Int) throws(Failure) {
    guard entries.indices.contains(position) else { return }
    selected = position
    let name = entries[position].name
    session.stopAll()
    do throws(Failure) {
      let started = try session.start(PreparedSubject(feedback: name), .usual)
      news =
        started.plays
        ? "\(name): played" + (started.reply.device.map { " on device \($0.rawValue)" } ?? "")
        : "\(name): silent on purpose"
    } catch {
      if error.absence != nil { throw error }
      news = error.message
    }
  }

  // MARK: Drawing

  /// The number of feedbacks on the screen: without the title, the line for the verdict and that for the keys.
  private var page: Int { max((Terminal.rows ?? 24) - 4, 1) }

  private mutating func draw() {
    var frame = Frame()
    let first = min(max(selected - page / 2, 0), max(entries.count - page, 0))
    if table.columns != frame.columns {
      table = (frame.columns, Feedbacks.table(entries).lines(columns: frame.columns - 2))
    }
    frame.add("  " + table.lines[0])
    for position in first..<min(first + page, entries.count) {
      let isSelected = position == selected
      frame.add((isSelected ? "> " : "  ") + table.lines[position + 1], isSelected ? .green : nil)
    }
    for line in ["", news, "arrow keys play the next one, Enter again, q ends"] { frame.add(line) }
    frame.show()
  }
}
