import FakeDaemon
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import Haptics

@Suite struct Reconnecting {
  let path = SocketPath()
  let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `the interval of connection attempts doubles up to five seconds`() {
    var backoff = Backoff()
    var now = start
    var distances: [Duration] = []
    for _ in 0..<8 {
      #expect(backoff.allowsAttempt(at: now))
      backoff.begin(at: now)
      distances.append(backoff.nextAttempt - now)
      #expect(!backoff.allowsAttempt(at: backoff.nextAttempt - .nanoseconds(1)))
      now = backoff.nextAttempt
    }
    #expect(distances == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { Duration.milliseconds($0) })
  }

  @Test func `after a good connection the next attempt is at once, but at most twice in 0,1 seconds`() {
    var backoff = Backoff()
    backoff.begin(at: start)
    backoff.begin(at: start + .seconds(1))
    backoff.succeed()
    let second = start + .seconds(1)
    #expect(backoff.allowsAttempt(at: second))
    backoff.begin(at: second)
    backoff.succeed()
    #expect(backoff.nextAttempt == second + .milliseconds(100))
  }

  @Test func `after a malformed packet the next attempt is five seconds later`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    client.play("selection")
    let peer = try daemon.accept()
    _ = try peer.greet()
    try peer.sendBytes([1, 2, 3])
    let before = Instant.now
    #expect(throws: ClientError.self) { try client.blocking.devices(timeout: waitLimit) }
    #expect(client.core.withConnection { $0.backoff.nextAttempt } >= before + .seconds(5))
    #expect(daemon.dropAll() == 0)
  }

  @Test func `a client does not connect on every play to a daemon that drops connections`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    var connections = 0
    let begin = Instant.now
    for _ in 0..<10_000 {
      client.play("selection")
      connections += daemon.dropAll()
    }
    // Attempt n follows the previous one after 0.1 s x 2^n. Computes the number of attempts that fit into the time of
    // the loop.
    var fitting = 1
    var backoff = Backoff()
    backoff.begin(at: begin)
    while backoff.nextAttempt <= .now {
      backoff.begin(at: backoff.nextAttempt)
      fitting += 1
    }
    #expect((1...fitting).contains(connections))
  }

  /// The number of the closed descriptor may be that of another file by now, on which the reader thread would sleep.
  @Test func `a loss that a sender notices wakes the reader thread`() throws {
    let daemon = try ManualDaemon(at: path)
    let client = HapticClient(applicationName: "", socketPath: path.path)
    let counter = try EventCounter()
    client.core.withConnection { $0.readerCounter = counter }
    client.play("selection")
    counter.clear()
    #expect(daemon.dropAll() == 1)
    // Without a good connection, the next attempt is due later.
    client.play("selection")
    #expect(!client.core.withConnection { $0.isConnected })
    var state = pollfd(fd: counter.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(poll(&state, 1, 0) == 1)
  }

  @Test func `an error says what to do`() {
    #expect(
      "\(ClientError.noDaemon(path: "/run/user/1000/hapticd.sock", .noSuchFile))"
        == "hapticd is not running (/run/user/1000/hapticd.sock: No such file or directory (2)); "
        + "start it with: systemctl --user start hapticd.socket")
    #expect("\(ClientError.noDaemon(path: "/x", .permissionDenied))".contains("belongs to another user"))
    #expect("\(ClientError.noDaemon(path: "/x", .nameTooLong))".contains("give a shorter one to the program"))
    #expect("\(ClientError.timedOut(.seconds(1)))".contains("1.0 seconds"))
  }

  @Test func `without a runtime folder, calls are errors with its fault`() {
    for (value, fault) in [
      (nil, RuntimeFolderFault.notSet), ("", .notSet), ("run", .relative("run")),
      ("/none/at/all", .missing("/none/at/all")),
      ("/dev/null", .notFolder("/dev/null")),
    ] {
      let core = Core(socket: .inRuntimeFolder(value), applicationName: "")
      #expect(!core.fire(.stopEverything))
      #expect(throws: ClientError.noSocketPath(fault)) { try core.call(.request(.query(DevicesQuery())), waitLimit) }
      #expect("\(ClientError.noSocketPath(fault))".hasPrefix("XDG_RUNTIME_DIR is "))
    }
  }

  @Test func `the lowest free handle is taken, and none beyond the last`() {
    var bindings = Bindings()
    let handles = (0..<Limits.handles).map { _ in bindings.claim("tap", for: nil) }
    #expect(handles == (1...Limits.handles).map { Handle(rawValue: UInt32($0)) })
    #expect(bindings.claim("tap", for: nil) == nil)
    bindings.release(Handle(rawValue: 5)!)
    #expect(bindings.claim("tap", for: nil) == Handle(rawValue: 5))
  }
}
