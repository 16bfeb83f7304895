internal import EventLoop
internal import FeedbackdThemes
internal import HapticSystem

/// The theme of feedbackd in force: read by a thread, and again after a change of its files. Until a reading ends, the
/// former theme stays in force.
final class FeedbackdThemeSource {
  private(set) var current = FeedbackdTheme.empty

  private var places: ThemePlaces
  private let log: Log
  private let files: WatchedFiles<Reading>
  /// Called once, after the first reading.
  private var onReady: (() -> Void)?
  private var isReady: Bool { onReady == nil }

  /// What a thread has read.
  private struct Reading: Sendable {
    let theme: FeedbackdTheme
    let findings: Findings
    /// Whether the files or the findings differ from those of the former theme: only then, they are logged.
    let isNews: Bool
  }

  /// - Parameter onReady: called after the theme was read for the first time; before, it is empty.
  init(_ places: ThemePlaces, loop: EventLoop, log: Log, onReady: @escaping () -> Void) {
    self.places = places
    self.log = log
    self.onReady = onReady
    files = WatchedFiles(
      loop, on: "themes of feedbackd", for: [.created, .removed, .written], settlingTime: .milliseconds(200), log: log)
    files.reader = { [unowned self] in Self.reader(of: self.places, after: isReady ? current : nil) }
    files.onRead = { [unowned self] in take($0) }
    files.read()
  }

  /// Selects a theme by its name; nil for that of the user or of the machine.
  func select(_ name: String?) {
    let name = name ?? ThemePlaces.standardName
    guard name != places.name else { return }
    places.name = name
    files.read()
  }

  /// Reads the files, without waiting for further changes.
  func reload() { files.read() }

  private static func reader(of places: ThemePlaces, after former: FeedbackdTheme?) -> FileReader<Reading> {
    FileReader {
      let theme = FeedbackdTheme(in: places)
      return Reading(
        theme: theme, findings: Findings(theme.findings),
        isNews: theme.files != former?.files || theme.findings != former?.findings)
    } places: { reading in
      WatchList(
        places.watchPlaces(where: Folder.exists), links: places.links(to: reading?.theme.candidates ?? []))
    }
  }

  private func take(_ reading: Reading) {
    current = reading.theme
    if reading.isNews { report(reading.findings) }
    guard let onReady else { return }
    self.onReady = nil
    onReady()
  }

  private func report(_ findings: Findings) {
    findings.report(to: log)
    let files = current.files.isEmpty ? "the built-in theme" : current.files.joined(separator: ", then ")
    log.info("sounds and lights by \(files)")
  }
}
