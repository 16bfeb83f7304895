import EventLoop
import Glibc
import HapticSystem
import TestSupport

/// An event that a test waits for did not come within the limit.
struct NeverHappened: Error {}

extension EventLoop {
  /// Dispatches until `condition` holds; a minute is for ever.
  func run(until condition: () -> Bool) throws {
    let limit = Instant.now + .seconds(60)
    while !condition() {
      if Instant.now > limit { throw NeverHappened() }
      _ = try runOnce(timeout: .milliseconds(100))
    }
  }

  /// Dispatches what happens within a time.
  func run(for time: Duration) throws {
    let end = Instant.now + time
    while Instant.now < end { _ = try runOnce(timeout: .milliseconds(10)) }
  }

  /// Dispatches what is ready now, and nothing else.
  func drain() throws {
    while try runOnce(timeout: .zero) {}
  }
}

/// A mutable value that several closures of a test share.
final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// A pipe, closed at both ends when the test is over.
final class Pipe {
  private var reader: FileDescriptor?
  private var writer: FileDescriptor?
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Errno.last }
    reader = FileDescriptor(owning: ends[0])
    writer = FileDescriptor(owning: ends[1])
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  func write(_ count: Int = 1) {
    for _ in 0..<count { _ = Glibc.write(writeEnd, "x", 1) }
  }

  func readByte() {
    var byte: UInt8 = 0
    _ = Glibc.read(readEnd, &byte, 1)
  }

  func closeWriter() { writer = nil }
}

extension TestFolder {
  func create(_ name: String) { close(open(path(of: name), O_CREAT | O_WRONLY, 0o644)) }
  func createFolder(_ name: String) { mkdir(path(of: name), 0o755) }
}
