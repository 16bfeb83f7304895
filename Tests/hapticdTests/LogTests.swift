import Glibc
import HapticSystem
import Haptics
import TestSupport
import Testing

/// A daemon with a log that is not read.
@Suite struct LogTests {
  @Test func `a full standard error delays no client, and dropped lines are counted`() throws {
    let folder = try TestFolder()
    let socket = folder.path(of: "socket")
    let ends = try makePipe()
    defer { for end in ends { close(end) } }
    fill(ends[1])
    let daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "erm", "--verbose", "--socket", socket, errors: ends[1])
    #expect(daemon.wait { (try? SeqpacketSocket.connect(to: socket).rawValue) != nil })
    let client = HapticClient(applicationName: "test", socketPath: socket)
    for _ in 0..<20 { _ = try client.blocking.play(Haptic("selection"), timeout: TestWait.limit) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var text = ""
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let isCounted = daemon.wait {
      let count = read(ends[0], &buffer, buffer.count)
      if count > 0 { text += String(decoding: buffer[..<count], as: UTF8.self) }
      return text.contains("because standard error was full")
    }
    #expect(isCounted)
    #expect(daemon.end(SIGTERM) == 0)
  }

  private func fill(_ pipe: Int32) {
    _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
    for size in [4096, 1] {
      let bytes = [UInt8](repeating: UInt8(ascii: "."), count: size)
      while write(pipe, bytes, size) > 0 {}
    }
    _ = fcntl(pipe, F_SETFL, 0)
  }
}
