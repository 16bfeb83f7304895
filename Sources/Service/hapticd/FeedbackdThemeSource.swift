internal import EventLoop
internal import FeedbackdThemes
internal import HapticSystem

/// The theme of feedbackd in force: loaded at the first event, and again at the first event after a change of its files.
final class FeedbackdThemeSource {
  private let places: ThemePlaces
  private let log: Log
  private let watch: SettlingWatch
  private var loaded: FeedbackdTheme?

  /// - Throws: an error of the kernel if no timer can be created.
  init(
    _ places: ThemePlaces = ThemePlaces(environment: Environment.variable), loop: EventLoop, log: Log
  ) throws(Errno) {
    self.places = places
    self.log = log
    watch = try SettlingWatch(
      loop, on: "themes of feedbackd", for: [.created, .removed, .written], patience: .milliseconds(200), log: log)
    watch.onChange = { [unowned self] in forget() }
  }

  var current: FeedbackdTheme { loaded ?? load() }

  /// Reads the files again at the next event.
  func forget() { loaded = nil }

  private func load() -> FeedbackdTheme {
    var theme = FeedbackdTheme.empty
    watch.read {
      places.watchPlaces(where: Folder.exists)
    } links: {
      places.links(to: theme.candidates)
    } by: {
      theme = FeedbackdTheme(in: places)
    }
    for finding in theme.findings { log.warning("\(finding)") }
    log.info(
      "sounds and lights by \(theme.files.isEmpty ? "the built-in theme" : theme.files.joined(separator: ", then "))")
    loaded = theme
    return theme
  }
}
