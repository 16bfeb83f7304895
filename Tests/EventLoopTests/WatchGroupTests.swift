import HapticSystem
import Testing

@testable import EventLoop

@Suite struct WatchGroupTests {
  @Test func `the descriptors of a group have one turn together`() throws {
    let loop = try EventLoop()
    let group = try WatchGroup(loop)
    let pipes = try (0..<11).map { _ in try Pipe() }
    let calls = Box(Array(repeating: 0, count: 11))
    let sources = try pipes.indices.map { index in
      pipes[index].write()
      func note(_ readiness: Readiness) { calls.value[index] += 1 }
      return try index == 0
        ? loop.watch(pipes[index].readEnd, for: .readable, note)
        : group.watch(pipes[index].readEnd, for: .readable, note)
    }
    for _ in 0..<100 { #expect(try loop.runOnce(timeout: .zero)) }
    #expect(calls.value == [50] + Array(repeating: 5, count: 10))
    _ = sources
  }

  @Test func `a descriptor that leaves its group is not called any more`() throws {
    let loop = try EventLoop()
    let group = try WatchGroup(loop)
    let pipes = [try Pipe(), try Pipe()]
    let calls = Box([0, 0])
    var sources: [Source?] = try pipes.indices.map { index in
      pipes[index].write()
      return try group.watch(pipes[index].readEnd, for: .readable) { _ in calls.value[index] += 1 }
    }
    sources[0] = nil
    for _ in 0..<4 { #expect(try loop.runOnce(timeout: .zero)) }
    #expect(calls.value == [0, 4])
    sources[1] = nil
    #expect(try !loop.runOnce(timeout: .zero))
  }
}
