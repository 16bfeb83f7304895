internal import EventLoop
internal import HapticPreferences
internal import HapticSystem

/// Reports the start and the end of quiet hours. Wakes up only at those times, at midnight, and when the system time
/// or the time zone is set.
final class QuietHoursWatch {
  private(set) var isQuiet = false
  /// Called after `isQuiet` has changed.
  var onChange: (() -> Void)?

  private let loop: EventLoop
  private let log: Log
  private var hours = QuietHours()
  private var edge: Edge?
  /// Watches the folder of the link to the time zone while there are quiet hours.
  private var zone: Source?
  private let zoneFolder: String

  init(loop: EventLoop, log: Log, zoneFolder: String = "/etc") {
    self.loop = loop
    self.log = log
    self.zoneFolder = zoneFolder
  }

  func set(_ hours: QuietHours) {
    self.hours = hours
    zone =
      hours.start == nil || hours.end == nil
      ? nil
      : zone
        ?? (try? loop.watchDirectory(zoneFolder, for: .created) { [unowned self] entry, _ in
          if entry == nil || entry == "localtime" { look() }
        })
    look()
  }

  /// Compares the time with the hours again, as after sleep.
  func look() {
    let now = LocalTime.seconds
    let time = LocalTime(at: now)
    let wasQuiet = isQuiet
    isQuiet = hours.contains(Weekday(number: time.weekday), minute: time.minute)
    do throws(Errno) {
      try wait(from: now)
    } catch {
      log.warning("cannot set the timer of quiet hours: \(error)")
    }
    if isQuiet != wasQuiet { onChange?() }
  }

  /// Waits for the next start, end or midnight. Midnight is included because quiet hours can be limited to some days.
  private func wait(from now: Int64) throws(Errno) {
    guard let start = hours.start, let end = hours.end else {
      edge = nil
      return
    }
    if edge == nil { edge = try Edge(loop) { [unowned self] in look() } }
    try edge?.timer.set(for: LocalTime.next(of: [start, end, 0], after: now))
  }

  /// A timer with its source, which must be released first.
  private final class Edge {
    private var source: Source?
    let timer: WallTimer

    init(_ loop: EventLoop, _ handler: @escaping () -> Void) throws(Errno) {
      timer = try WallTimer()
      source = try loop.watch(timer.rawValue, for: .readable) { _ in handler() }
    }

    deinit { source = nil }
  }
}
