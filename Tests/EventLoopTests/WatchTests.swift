import EventLoop
import HapticSystem
import Testing

@Suite struct WatchTests {
  @Test func `a readable descriptor is reported as long as there is something to read`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let reads = Box(0)
    let source = try loop.watch(pipe.readEnd, for: .readable) { readiness in
      #expect(readiness == .readable)
      pipe.readByte()
      reads.value += 1
    }
    pipe.write(3)
    try loop.run { reads.value == 3 }
    try loop.drain()
    #expect(reads.value == 3)
    _ = consume source
  }

  @Test func `a watch can change the events that it waits for`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let seen = Box<[Readiness]>([])
    let source = try loop.watch(pipe.writeEnd, for: []) { seen.value.append($0) }
    try loop.drain()
    #expect(seen.value.isEmpty)
    try source.wait(for: .writable)
    try loop.run { !seen.value.isEmpty }
    #expect(seen.value[0] == .writable)
  }

  @Test func `a hang-up is reported once to a watch that asks for nothing, and input is not`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let seen = Box<[Readiness]>([])
    let source = try loop.watch(pipe.readEnd, for: []) { seen.value.append($0) }
    pipe.write()
    #expect(try loop.runOnce(timeout: .milliseconds(5)) == false)
    pipe.closeWriter()
    try loop.run { !seen.value.isEmpty }
    try loop.drain()
    #expect(seen.value.count == 1)
    #expect(!seen.value[0].isDisjoint(with: .hangUp))
    _ = consume source
  }

  @Test func `dropping a source whose descriptor was closed leaves a new one with its number alone`() throws {
    let loop = try EventLoop()
    var former: Pipe? = try Pipe()
    let number = former?.readEnd
    var source: Source? = try loop.watch(try #require(number), for: .readable) { _ in }
    former = nil
    let pipe = try Pipe()
    try #require(pipe.readEnd == number)
    let calls = Box(0)
    let other = try loop.watch(pipe.readEnd, for: .readable) { _ in
      pipe.readByte()
      calls.value += 1
    }
    source = nil
    pipe.write()
    try loop.run { calls.value == 1 }
    _ = consume source
    _ = consume other
  }

  @Test func `dropping a source silences it although its event is due`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let calls = Box(0)
    var source: Source? = try loop.watch(pipe.readEnd, for: .readable) { _ in calls.value += 1 }
    pipe.write()
    try loop.run { calls.value == 1 }
    source = nil
    try loop.drain()
    #expect(calls.value == 1)
    _ = consume source
  }

  @Test func `a handler may drop its own source and still use what it captured`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let report = Box<[Int]>([])
    let witness = try SelfDropping(loop, pipe.readEnd, report: report)
    pipe.write()
    try loop.run { !report.value.isEmpty }
    try loop.drain()
    #expect(report.value == [41, 42])
    #expect(witness.isSilent)
  }

  @Test func `an object whose source holds the last reference to it may end in its own handler`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let report = Box<[Int]>([])
    let owner = Box<SelfDropping?>(try SelfDropping(loop, pipe.readEnd, report: report))
    owner.value?.onEnd = { owner.value = nil }
    weak let watched = owner.value
    pipe.write()
    try loop.run { !report.value.isEmpty }
    try loop.drain()
    #expect(report.value == [41, 42])
    #expect(watched == nil)
  }

  @Test func `the captures of a handler are released with its source`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var captured: Box<Int>? = Box(1)
    weak let watched = captured
    var source: Source? = try loop.watch(pipe.readEnd, for: .readable) { [captured] _ in captured?.value += 1 }
    captured = nil
    #expect(watched != nil)
    source = nil
    #expect(watched == nil)
    _ = consume source
  }

  @Test func `a source may outlive its loop`() throws {
    let pipe = try Pipe()
    var loop: EventLoop? = try EventLoop()
    let source = try loop!.watch(pipe.readEnd, for: .readable) { _ in }
    loop = nil
    try source.wait(for: [])
    #expect(loop == nil)
  }

  @Test func `a regular file cannot be watched`() throws {
    let loop = try EventLoop()
    let file = try FileDescriptor.open("/proc/self/exe", [])
    let raw = file.rawValue
    #expect(throws: Errno.notPermitted) {
      _ = try loop.watch(raw, for: .readable) { _ in }
    }
  }
}

/// Drops its source in the handler, then goes on with what the closure captured.
private final class SelfDropping {
  private var source: Source?
  var onEnd: (() -> Void)?

  var isSilent: Bool { source == nil }

  init(_ loop: EventLoop, _ descriptor: Int32, report: Box<[Int]>) throws {
    let captured = Box(42)
    source = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
      report.value.append(41)
      source = nil
      onEnd?()
      report.value.append(captured.value)
    }
  }
}
