internal import EventLoop
internal import HapticPatterns
internal import HapticSystem
internal import HapticThemes

/// The theme in force: loaded at the start, and again when a file of it changes. What is broken is logged with its
/// place, and what was good stays.
final class Themes {
  private(set) var current: Theme
  /// Told of a theme that feels different.
  var onChange: ((Theme) -> Void)?

  private var wanted: String
  private let folders: [String]
  private let log: Log
  private let loop: EventLoop
  private var watches: [Registration] = []
  private var settling: Timer?
  private var isSettling = false

  /// - Parameter wanted: the theme's name; nil for the usual one.
  init(_ wanted: String?, loop: EventLoop, log: Log) {
    self.wanted = wanted ?? Theme.standardName.description
    self.loop = loop
    self.log = log
    folders = Theme.searchFolders(environment: Environment.variable)
    current = Self.load(self.wanted, folders, log)
    settling = try? loop.timer { [unowned self] _ in reload() }
    watch()
    report()
  }

  /// Takes another theme; nil is the usual one.
  func choose(_ name: String?) {
    let name = name ?? Theme.standardName.description
    guard name != wanted else { return }
    wanted = name
    reload()
  }

  /// The theme, or else the usual one with what folders say of it: a slip in a theme must not silence a motor.
  private static func load(_ name: String, _ folders: [String], _ log: Log) -> Theme {
    do throws(ThemeError) {
      return try Theme.load(name, searching: folders)
    } catch {
      log.error("\(error); theme \(Theme.standardName) is in force")
    }
    return (try? Theme.load(Theme.standardName.description, searching: folders)) ?? .standard
  }

  private func report() {
    for warning in current.warnings { log.warning("\(warning)") }
    let lineage = current.lineage.map(\.description).joined(separator: ", then ")
    log.info("theme \(lineage): \(current.feedbacks.count) feedbacks")
  }

  // MARK: Changes

  /// How long files may still be written after the first of them has changed: a theme is copied in less.
  private static let patience = Duration.milliseconds(200)

  /// Anew each time: a folder that went and came back is another one.
  private func watch() {
    let names = [ShortName(wanted), current.name].compactMap(\.self) + current.lineage
    watches = Theme.watchPlaces(of: names, in: folders, where: Folder.exists).compactMap { registration(of: $0) }
  }

  private func registration(of place: WatchPlace) -> Registration? {
    do throws(Errno) {
      return Registration(
        try loop.watchDirectory(place.path, for: [.created, .removed, .written]) { [unowned self] entry, _ in
          if place.matters(entry) { noteChange() }
        })
    } catch {
      log.debug("\(place.path) cannot be watched: \(error)")
      return nil
    }
  }

  private func noteChange() {
    guard !isSettling else { return }
    isSettling = true
    settling?.arm(at: .now + Self.patience)
  }

  private func reload() {
    isSettling = false
    // First, so that nothing is missed that is written while the theme is read.
    watch()
    do throws(ThemeError) {
      take(try Theme.load(wanted, searching: folders, keeping: current))
    } catch {
      log.error("\(error); theme \(current.name) stays as it was")
    }
    watch()
  }

  private func take(_ theme: Theme) {
    guard !theme.hasBrokenTable else {
      for warning in theme.warnings { log.warning("\(warning)") }
      return log.warning("theme \(theme.name) stays as it was until its tables can be read")
    }
    let feelsDifferent = theme.feedbacks != current.feedbacks
    current = theme
    report()
    if feelsDifferent { onChange?(theme) }
  }
}
