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
