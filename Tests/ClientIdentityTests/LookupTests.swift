import EventLoop
import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import TestSupport
import Testing

@testable import ClientIdentity

@Suite(.serialized) struct LookupTests {
  private let proc = FakeProc()
  private let loop = try! EventLoop()

  @Test func `a client in this process's own root folder is identified at once`() throws {
    let bench = try Bench(loop, IdentityReader())
    try bench.connect()
    #expect(bench.identities.count == 1)
  }

  @Test func `a client in a sandbox is identified by a thread`() throws {
    proc.write(FlatpakTests.calculator, to: "root/.flatpak-info")
    let bench = try Bench(loop, proc.reader)
    try bench.connect()
    #expect(bench.identities.isEmpty)
    try bench.wait(for: 1)
    #expect(bench.identities == [.flatpak("org.gnome.Calculator")])
  }

  @Test func `a process without a connection is identified by a thread`() throws {
    proc.write(FlatpakTests.calculator, to: "root/.flatpak-info")
    let lookup = try IdentityLookup(loop, reader: proc.reader) { _, _ in }
    var identity: Identity?
    lookup.identify(try PeerProcess(getpid())) { identity = $0 }
    #expect(identity == nil)
    let deadline = Instant.now + TestWait.limit
    while identity == nil, .now < deadline { _ = try loop.runOnce(timeout: .milliseconds(10)) }
    #expect(identity == .flatpak("org.gnome.Calculator"))
  }

  @Test(.enabled(if: SilentFileSystem.isPossible, "needs root and /dev/fuse"))
  func `a root folder on FUSE is not entered, and its client is hidden`() throws {
    let mounted = try SilentFileSystem()
    proc.replaceRoot(by: mounted.path)
    proc.write(mounted.mountLine(type: "fuse.silent"), to: "mountinfo")
    // Without a limit: nothing here waits.
    let bench = try Bench(loop, proc.reader, limit: .seconds(3600))
    for _ in 0..<10 { try bench.connect() }
    try bench.wait(for: 10)
    #expect(bench.identities.allSatisfy { $0 == .hidden })
  }

  @Test(.enabled(if: SilentFileSystem.isPossible, "needs root and /dev/fuse"))
  func `a root folder that does not respond delays only its own client, to the limit`() throws {
    let mounted = try SilentFileSystem()
    proc.replaceRoot(by: mounted.path)
    // As an overlay has layers on FUSE.
    proc.write(mounted.mountLine(type: "overlay"), to: "mountinfo")
    let sleeper = try Sleeper()
    defer {
      sleeper.kill()
      sleeper.wait()
    }
    proc.add(sleeper.processID, cgroup: "0::/app-x-1.scope\n")
    let threads = IdentityThreads(proc.reader)
    let wakeup = try loop.wakeup {}
    threads.setTrigger(wakeup.trigger)
    // More than there are threads: two wait, the others are refused.
    for number in 1...8 { #expect(threads.ask(IdentityQuestion(UInt64(number), try PeerProcess(getpid())))) }
    #expect(threads.ask(IdentityQuestion(9, try PeerProcess(sleeper.processID))))
    var answers: [UInt64: Identity] = [:]
    _ = TestWait.until {
      for answer in threads.takeAnswers() { answers[answer.number] = answer.identity }
      return answers.count == 7
    }
    #expect(answers[9] == .unit("x"))
    #expect(answers.values.count { $0 == .hidden } == 6)
    let bench = try Bench(loop, proc.reader, limit: .milliseconds(20))
    try bench.connect()
    try bench.wait(for: 1)
    #expect(bench.identities == [.hidden])
  }

  @Test func `more questions than can wait make clients hidden at once`() throws {
    // Nobody answers a pipe that has no writer.
    let pipe = "\(proc.path)/\(getpid())/cgroup"
    unlink(pipe)
    mkfifo(pipe, 0o600)
    let bench = try Bench(loop, proc.reader)
    for _ in 0..<200 { try bench.connect() }
    try bench.wait(for: 200)
    #expect(bench.identities.allSatisfy { $0 == .hidden })
  }
}

private final class Bench {
  private let loop: EventLoop
  private(set) var identities: [Identity] = []
  private var lookup: IdentityLookup! = nil

  init(_ loop: EventLoop, _ reader: IdentityReader, limit: Duration = .seconds(60)) throws {
    self.loop = loop
    lookup = try IdentityLookup(loop, reader: reader, limit: limit) { [unowned self] socket, identity in
      _ = socket.rawValue
      identities.append(identity)
    }
  }

  func connect() throws {
    let pair = try SeqpacketSocket.pair()
    lookup.identify(pair.first)
  }

  func wait(for count: Int) throws {
    let deadline = Instant.now + TestWait.limit
    while identities.count < count, .now < deadline { _ = try loop.runOnce(timeout: .milliseconds(100)) }
    try #require(identities.count == count)
  }
}

extension FakeProc {
  func replaceRoot(by path: String) {
    let root = "\(self.path)/\(getpid())/root"
    rmdir(root)
    symlink(path, root)
  }
}
