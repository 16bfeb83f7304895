import EventLoop
import Glibc
import HapticSystem
import Synchronization
import TestSupport
import Testing

/// Files that a thread reads while the loop serves others.
@Suite struct WatchedFilesTests {
  private let folder: TestFolder
  private let loop: EventLoop
  private let files: WatchedFiles<Int>
  /// The values that the loop has received.
  private let values = Box<[Int]>([])
  private let thread = ReadingThread()

  init() throws {
    folder = try TestFolder()
    loop = try EventLoop()
    files = WatchedFiles(
      loop, on: "files", for: [.created, .removed, .written], settlingTime: .milliseconds(1), log: .silent)
    files.onRead = { [values] in values.value.append($0) }
    files.reader = { [thread, folder] in
      FileReader {
        thread.read()
      } places: { _ in
        WatchList([WatchPlace(folder.path) { _ in true }])
      }
    }
    let first = FileReader {
      0
    } places: { [folder] _ in
      WatchList([WatchPlace(folder.path) { _ in true }])
    }
    _ = files.readNow(first)
  }

  /// Waits until the thread has begun this reading.
  private func waitForReading(_ number: Int) throws { try loop.run { thread.begun == number } }

  @Test func `while the thread reads, stops and descriptors are served`() throws {
    files.read()
    try waitForReading(1)
    var stops = 0
    let stop = loop.timer(priority: .stop) { _ in stops += 1 }
    stop.arm(at: .now)
    let pipe = try Pipe()
    var bytes = 0
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      bytes += 1
    }
    pipe.write(3)
    try loop.run { stops == 1 && bytes == 3 }
    #expect(values.value == [] && thread.ended == 0)
    thread.permit(1)
    try loop.run { values.value == [1] }
    _ = source
  }

  @Test func `the newest of several changes counts, and what a reading before it found is dropped`() throws {
    files.read()
    try waitForReading(1)
    for _ in 0..<5 { files.read() }
    thread.permit(1)
    try waitForReading(2)
    thread.permit(1)
    try loop.run { !values.value.isEmpty }
    try loop.drain()
    #expect(values.value == [2] && thread.begun == 2)
  }

  @Test func `files that change without pause are used as well`() throws {
    for number in 1...4 {
      files.read()
      try waitForReading(number)
      files.read()
      thread.permit(1)
    }
    try loop.run { values.value == [4] }
    // The last change is read as well.
    try waitForReading(5)
    thread.permit(1)
    try loop.run { values.value == [4, 5] }
  }

  @Test func `a request during a reading is answered by a reading that began later`() throws {
    var answers: [String] = []
    files.read { answers.append("first: \(values.value)") }
    try waitForReading(1)
    files.read { answers.append("second: \(values.value)") }
    thread.permit(1)
    try waitForReading(2)
    #expect(answers == [])
    thread.permit(1)
    try loop.run { answers.count == 2 }
    #expect(answers == ["first: [2]", "second: [2]"])
  }

  @Test func `a change during a reading is read as well`() throws {
    files.read()
    try waitForReading(1)
    folder.create("late")
    // The change settles while the thread still reads.
    try loop.run(for: .milliseconds(50))
    thread.permit(10)
    try loop.run { thread.ended >= 2 && !values.value.isEmpty }
    #expect(values.value.last == thread.ended)
  }

  @Test func `an answer may begin the next reading`() throws {
    thread.permit(2)
    var hasAnswered = false
    files.read { files.read { hasAnswered = true } }
    try loop.run { hasAnswered }
    #expect(values.value == [1, 2])
  }

  @Test func `files released during a reading call no handler`() throws {
    var files: WatchedFiles<Int>? = WatchedFiles(
      loop, on: "files", for: .created, settlingTime: .zero, log: .silent)
    var calls = 0
    files?.onRead = { _ in calls += 1 }
    files?.reader = self.files.reader
    files?.read { calls += 1 }
    try waitForReading(1)
    files = nil
    thread.permit(1)
    try loop.run { thread.ended == 1 }
    try loop.run(for: .milliseconds(20))
    #expect(calls == 0)
  }

  // MARK: Places

  private func place(_ name: String? = nil) -> WatchPlace {
    WatchPlace(name.map { "\(folder.path)/\($0)" } ?? folder.path) { _ in true }
  }

  @Test(arguments: [true, false])
  func `a folder that appears while files are read is watched, and they are read again`(isStart: Bool) throws {
    let reads = Counter()
    let new = place("new")
    let base = place()
    let reader = FileReader { [folder] in
      reads.add()
      folder.createFolder("new")
      return reads.count
    } places: { [folder] _ in
      WatchList([base] + (Folder.exists("\(folder.path)/new") ? [new] : []))
    }
    files.reader = { reader }
    if isStart {
      #expect(files.readNow(reader) == 2)
    } else {
      files.read()
      try loop.run { values.value.last == 2 }
    }
    // The folder itself may still be told of.
    try loop.run(for: .milliseconds(50))
    let before = values.value.count
    folder.create("new/file")
    try loop.run { values.value.count > before }
  }

  @Test(arguments: [true, false])
  func `endless new folders do not block others and are reported later`(isStart: Bool) throws {
    let reads = Counter()
    let base = place()
    let reader = FileReader { [folder] in
      folder.createFolder("\(reads.count)")
      reads.add()
      return reads.count
    } places: { [folder] _ in
      WatchList([base] + (0..<reads.count).map { number in WatchPlace("\(folder.path)/\(number)") { _ in true } })
    }
    files.reader = { reader }
    if isStart {
      #expect(files.readNow(reader) == 4)
    } else {
      files.read()
      try loop.run { values.value.first == 4 }
    }
    let before = values.value.count
    try loop.run { values.value.count > before }
  }
}

/// A thread that reads numbers, each after the test permits it.
private final class ReadingThread: Sendable {
  private let state = Mutex((begun: 0, ended: 0, permitted: 0))

  var begun: Int { state.withLock { $0.begun } }
  var ended: Int { state.withLock { $0.ended } }

  func permit(_ count: Int) { state.withLock { $0.permitted += count } }

  func read() -> Int {
    state.withLock { $0.begun += 1 }
    while true {
      let number = state.withLock { state -> Int? in
        guard state.permitted > 0 else { return nil }
        state.permitted -= 1
        state.ended += 1
        return state.ended
      }
      if let number { return number }
      usleep(1000)
    }
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
