import Foundation
import Glibc
import TestSupport
import Testing

/// A terminal of the kernel, for a program.
final class TestTerminal {
  private let master: Int32
  private let slave: Int32
  /// All output so far.
  private(set) var text = ""

  init(columns: UInt16 = 100, rows: UInt16 = 20) throws {
    var (master, slave) = (Int32(-1), Int32(-1))
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
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

  /// Changes the size, and tells the program, which is in no session of the terminal.
  func resize(columns: UInt16, rows: UInt16, _ program: Program) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    kill(program.processID, SIGWINCH)
  }

  func start(_ arguments: [String], socket: String, environment: [String: String] = [:]) throws -> Program {
    try Program(
      "hapticctl", arguments, socket: socket, environment: ["TERM": "xterm"].merging(environment) { $1 },
      input: FileHandle(fileDescriptor: dup(slave)), to: FileHandle(fileDescriptor: dup(slave), closeOnDealloc: false))
  }

  func type(_ keys: String) { _ = keys.withCString { write(master, $0, strlen($0)) } }

  /// Forgets the output so far.
  func clear() { text = "" }

  /// Whether the program prints these words in time.
  func shows(_ words: String) -> Bool {
    TestWait.until {
      if !text.contains(words) { readSome() }
      return text.contains(words)
    }
  }

  /// The exit status of the program. Reads its output meanwhile: a terminal that is full stops its program.
  func status(of program: Program) -> Int32 {
    _ = TestWait.until {
      readSome()
      return !program.isRunning
    }
    readSome()
    return program.isRunning ? -1 : program.result().status
  }

  private func readSome() {
    var poll = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 200) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &bytes, bytes.count)
    if count > 0 { text += String(decoding: bytes.prefix(count), as: UTF8.self) }
  }
}
