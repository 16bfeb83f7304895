import EventLoop
import Glibc
import HapticSystem
import Testing

// One after another: the manager is found through the environment, which the whole process shares.
@Suite(.serialized) struct ServiceManagerTests {
  @Test func `readiness and status reach the manager, one line each`() throws {
    let manager = try Manager()
    ServiceManager.notifyReady(status: "two motors\nready")
    #expect(manager.receive() == "READY=1\nSTATUS=two motors ready")
    ServiceManager.notifyStopping()
    #expect(manager.receive() == "STOPPING=1")
  }

  @Test func `without a service manager, no message is sent and no socket is inherited`() throws {
    ServiceManager.notifyReady(status: "nobody listens")
    #expect(try ServiceManager.inheritedSockets().isEmpty)
  }

  @Test func `the watchdog is pinged although a descriptor is always ready and a timer always due`() throws {
    let manager = try Manager()
    setenv("WATCHDOG_USEC", "40000", 1)
    defer { unsetenv("WATCHDOG_USEC") }
    let loop = try EventLoop()
    #expect(try loop.enableWatchdog())
    let pipe = try Pipe()
    let source = try loop.watch(pipe.readEnd, for: .readable) { _ in }
    pipe.write()
    let busy = Busy()
    busy.timer = loop.timer { [unowned busy] in busy.timer?.arm(at: $0) }
    busy.timer?.arm(at: .now)
    let pings = Box(0)
    try loop.run {
      if manager.receive() == "WATCHDOG=1" { pings.value += 1 }
      return pings.value == 4
    }
    _ = consume source
  }

  @Test func `only a listening packet socket is accepted as one`() throws {
    let pair = try SeqpacketSocket.pair()
    #expect(!ServiceManager.isSeqpacketListener(pair.first.rawValue))
    let path = "/tmp/hapticd-listener-\(getpid())"
    let listener = try SeqpacketListener.bind(to: path)
    unlink(path)
    #expect(ServiceManager.isSeqpacketListener(listener.rawValue))
  }
}

private final class Busy {
  var timer: Timer?
}

/// A service manager's end of the notification socket.
private final class Manager {
  private let path = "/tmp/hapticd-notify-\(getpid())"
  private let descriptor: FileDescriptor

  init() throws {
    let raw = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    descriptor = FileDescriptor(owning: raw)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Errno.last }
    setenv("NOTIFY_SOCKET", path, 1)
  }

  deinit {
    unsetenv("NOTIFY_SOCKET")
    unlink(path)
  }

  /// The next message; what was sent is there at once.
  func receive() -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
