import Foundation
import Glibc
import TestSupport
import Testing

/// `feedbacks --try` on a terminal.
@Suite struct FeedbackTrialTests {
  @Test func `arrow keys play each feedback, and the terminal is restored`() throws {
    let daemon = try Daemon("lra")
    let terminal = try TestTerminal()
    let before = terminal.flags
    let program = try terminal.start(["feedbacks", "--try"], socket: daemon.socket)
    #expect(terminal.shows("arrow keys play"))
    #expect(terminal.flags != before)
    terminal.type("\u{1b}[B")
    #expect(terminal.shows("impact.medium: played on device 1"))
    terminal.type("\u{1b}OA")
    #expect(terminal.shows("impact.light: played on device 1"))
    #expect(try daemon.control("history").output.contains("impact.medium"))
    terminal.type("q")
    #expect(program.result().status == 0)
    #expect(terminal.shows("\u{1b}[?1049l"))
    #expect(terminal.flags == before)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func `a signal restores the terminal`(number: Int32) throws {
    let daemon = try Daemon("lra")
    let terminal = try TestTerminal()
    let before = terminal.flags
    let program = try terminal.start(["feedbacks", "--try"], socket: daemon.socket)
    #expect(terminal.shows("arrow keys play"))
    kill(program.processID, number)
    #expect(program.result().status == 128 + number)
    #expect(terminal.flags == before)
  }

  @Test func `a list to try is refused without a terminal, and without a daemon`() throws {
    let daemon = try Daemon("lra")
    let result = try daemon.control("feedbacks", "--try")
    #expect(result.status == 2 && result.output == "" && result.errors.contains("--try expects a terminal"))
    #expect(try control("feedbacks", "--try").errors.contains("hapticd"))
    #expect(try control("feedbacks", "--try", "--theme", "hig").errors.contains("cannot be combined"))
  }

  @Test func `a daemon that ends ends the list, and restores the terminal`() throws {
    let daemon = try Daemon("lra")
    let terminal = try TestTerminal()
    let before = terminal.flags
    let program = try terminal.start(["feedbacks", "--try"], socket: daemon.socket)
    #expect(terminal.shows("arrow keys play"))
    daemon.stop()
    terminal.type("\u{1b}[B")
    #expect(program.result().status == 2)
    #expect(terminal.flags == before)
  }
}

/// A terminal of the kernel, for a program.
private final class TestTerminal {
  private let master: Int32
  private let slave: Int32
  private var text = ""

  init() throws {
    var (master, slave) = (Int32(-1), Int32(-1))
    var size = winsize(ws_row: 20, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
    (self.master, self.slave) = (master, slave)
  }

  deinit {
    close(master)
    close(slave)
  }

  /// The modes of the terminal that a program changes.
  var flags: [UInt32] {
    var state = termios()
    tcgetattr(slave, &state)
    return [state.c_lflag, state.c_iflag, state.c_oflag]
  }

  func start(_ arguments: [String], socket: String) throws -> Program {
    try Program(
      "hapticctl", arguments, socket: socket, environment: ["TERM": "xterm"],
      input: FileHandle(fileDescriptor: dup(slave)), to: FileHandle(fileDescriptor: dup(slave), closeOnDealloc: false))
  }

  func type(_ keys: String) { _ = keys.withCString { write(master, $0, strlen($0)) } }

  /// Whether the program prints these words in time.
  func shows(_ words: String) -> Bool {
    TestWait.until {
      if text.contains(words) { return true }
      var poll = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, 200) > 0 else { return false }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(master, &bytes, bytes.count)
      if count > 0 { text += String(decoding: bytes.prefix(count), as: UTF8.self) }
      return text.contains(words)
    }
  }
}
