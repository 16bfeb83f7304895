public import HapticSystem

// Reading may take long: files may be large, and a file system may be slow. So a thread reads, and the loop does the rest:
//
//     loop     watches the places ── starts ─┐                  ┌─ watches new places, or takes the value
//     thread                                 └─ reads ── finds ─┘
//                                                        the places
//
// The watches start before the reading, so that no change is missed.

/// Reads files into a value. Both functions run on any thread.
public struct FileReader<Value: Sendable>: Sendable {
  fileprivate let read: @Sendable () -> Value
  fileprivate let places: @Sendable (Value?) -> WatchList

  /// - Parameters:
  ///   - read: reads the files.
  ///   - places: the places at which a change may change the value. The parameter is the value, or nil before the files
  ///     are read.
  public init(
    _ read: @escaping @Sendable () -> Value, places: @escaping @Sendable (_ value: Value?) -> WatchList
  ) {
    self.read = read
    self.places = places
  }

  fileprivate func run() -> Reading<Value> {
    let value = read()
    return Reading(value: value, list: places(value))
  }
}

private struct Reading<Value: Sendable>: Sendable {
  let value: Value
  let list: WatchList
}

/// Files that are read by a thread, and again a short time after a change.
public final class WatchedFiles<Value: Sendable> {
  /// Returns what reads the files. Called in the loop before each reading.
  public var reader: (() -> FileReader<Value>)?
  /// Called in the loop with each new value.
  public var onRead: ((Value) -> Void)?

  private let subject: String
  private let log: Log
  private let watch: SettlingWatch
  private let work: BackgroundWork<Reading<Value>>
  /// The places that are watched; nil before the first reading.
  private var watched: WatchList?
  /// Whether the files are to be read again, because they have changed during a reading.
  private var isOutdated = false
  /// Called after the next reading.
  private var waiting: [() -> Void] = []
  /// Called after the present reading.
  private var served: [() -> Void] = []

  /// - Parameters:
  ///   - subject: the files, for log messages.
  ///   - changes: the changes of entries to react to.
  ///   - settlingTime: the time from the first change to the reading.
  public init(
    _ loop: EventLoop, on subject: String, for changes: DirectoryChange, settlingTime: Duration, log: Log
  ) {
    self.subject = subject
    self.log = log
    work = BackgroundWork(loop)
    watch = SettlingWatch(loop, for: changes, settlingTime: settlingTime, log: log)
    watch.onChange = { [unowned self] in read() }
  }

  /// Reads the files at once, for the start of a program. If a folder or a link has appeared meanwhile, watches it and
  /// reads again.
  public func readNow(_ reader: FileReader<Value>) -> Value {
    var list = reader.places(nil)
    defer {
      watched = list
      warnOfMissingPlaces()
    }
    for _ in 1..<Self.attempts {
      watch.watch(list.places)
      let reading = reader.run()
      if reading.list == list { return reading.value }
      list = reading.list
    }
    watch.watch(list.places)
    return reader.read()
  }

  /// Reads the files, without waiting for further changes. If they change during a reading, it is repeated, and the newest
  /// content counts.
  ///
  /// - Parameter finish: called in the loop after `onRead` had the present content of the files, or a later one.
  public func read(_ finish: (() -> Void)? = nil) {
    if let finish { waiting.append(finish) }
    isOutdated = true
    if !work.isBusy { start(1) }
  }

  /// The maximum number of readings for one value. Files that change without pause are used as they are then, and read
  /// again.
  static var attempts: Int { 4 }

  private func start(_ attempt: Int) {
    guard let reader = reader?() else { return }
    isOutdated = false
    served += waiting
    waiting = []
    // These are few before the first reading.
    let list = watched ?? reader.places(nil)
    watched = list
    watch.watch(list.places)
    do throws(Errno) {
      try work.start(reader.run, finish: { [unowned self] in take($0, attempt) })
    } catch {
      // Reading late is worse than reading here.
      log.debug("\(subject) are read without a thread: \(error)")
      take(reader.run(), attempt)
    }
  }

  private func take(_ reading: Reading<Value>, _ attempt: Int) {
    // At the last attempt, the present watches remain, because new ones would need one more reading.
    if reading.list != watched || isOutdated, attempt < Self.attempts {
      watched = reading.list
      return start(attempt + 1)
    }
    warnOfMissingPlaces()
    let finished = served
    served = []
    onRead?(reading.value)
    for finish in finished { finish() }
    if isOutdated, !work.isBusy { start(1) }
  }

  private func warnOfMissingPlaces() {
    guard watched?.isCut ?? false else { return }
    log.warning("too many files or symbolic links of \(subject); after a change of some of them, send SIGHUP")
  }
}
