import EventLoop
import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import ForceFeedback

@Suite struct CallLimitTests {
  @Test func `a call that would wait for ever is interrupted`() throws {
    let ends = try pipeEnds()
    for _ in 0..<3 {
      var byte: UInt8 = 0
      let result = try CallLimit.run { read(ends[0], &byte, 1) }
      #expect(result == -1 && Errno.last == .interrupted)
    }
    for end in ends { close(end) }
  }

  @Test func `a call is interrupted even if its thread was held up for longer than the limit before it`() throws {
    let ends = try pipeEnds()
    var byte: UInt8 = 0
    let result = try CallLimit.run {
      let end = Instant.now + .milliseconds(12)
      while Instant.now < end {}
      return read(ends[0], &byte, 1)
    }
    #expect(result == -1 && Errno.last == .interrupted)
    for end in ends { close(end) }
  }

  @Test func `a call that returns at once is not disturbed`() throws {
    let ends = try pipeEnds()
    for _ in 0..<2000 {
      var byte: UInt8 = 0
      #expect(try CallLimit.run { write(ends[1], "x", 1) } == 1)
      #expect(try CallLimit.run { read(ends[0], &byte, 1) } == 1)
    }
    for end in ends { close(end) }
  }

  private func pipeEnds() throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Errno.last }
    return ends
  }
}
