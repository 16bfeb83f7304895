import CHapticLinux
import Foundation
import Glibc
import HapticFiles
import HapticPatterns
import TestSupport
import Testing

@testable import HapticControl
@testable import HapticSystem

/// `tap` on a terminal, and the pattern of a rhythm.
@Suite struct TapTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func recording(_ milliseconds: [(start: Int, length: Int)]) -> TapRecording {
    var recording = TapRecording()
    for (start, length) in milliseconds {
      let begin = Instant(nanoseconds: 1_000_000_000) + .milliseconds(start)
      recording.add(TapRecording.Press(start: begin, end: begin + .milliseconds(length)))
    }
    return recording
  }

  private func times(_ pattern: Pattern) -> [Double] { pattern.events.map { $0.time / .milliseconds(1) } }

  @Test func `keys of the terminal are taps at their times, and the terminal is restored`() throws {
    let terminal = try TestTerminal(columns: 60, rows: 10)
    let before = terminal.flags
    let path = folder.path(of: "rhythm.ahap")
    let program = try terminal.start(["tap", "--silent", "--pause", "60s", "-o", path], socket: nowhere)
    #expect(terminal.shows("tap the rhythm"))
    let start = Instant.now
    terminal.type("a")
    #expect(terminal.shows("1 tap "))
    let first = Instant.now
    usleep(200_000)
    let second = Instant.now
    terminal.type(" ")
    #expect(terminal.shows("2 taps"))
    let end = Instant.now
    terminal.type("\r")
    #expect(terminal.status(of: program) == 0)
    #expect(terminal.shows("wrote \(path.prefix(10))") && terminal.flags == before)
    let events = try PatternFile.read(path: path).pattern.events
    #expect(events.count == 2 && events.allSatisfy { $0.kind == .transient })
    // A press is read at any time between its key and its line on the screen. The file has milliseconds.
    let distances = (second - first - .milliseconds(1))...(end - start + .milliseconds(1))
    #expect(distances.contains(events[1].time), "\(events[1].time)")
  }

  @Test func `a pause ends the rhythm`() throws {
    let terminal = try TestTerminal(columns: 60, rows: 10)
    let path = folder.path(of: "rhythm.ahap")
    let program = try terminal.start(["tap", "--silent", "--pause", "200ms", "-o", path], socket: nowhere)
    #expect(terminal.shows("tap the rhythm"))
    terminal.type("a")
    #expect(terminal.status(of: program) == 0)
    #expect(try PatternFile.read(path: path).pattern.events.count == 1)
  }

  @Test func `Enter ends the rhythm, which plays, and Ctrl-C cancels it`() throws {
    let daemon = try Daemon("lra")
    let terminal = try TestTerminal(columns: 60, rows: 10)
    let program = try terminal.start(["tap", "--json"], socket: daemon.socket)
    #expect(terminal.shows("tap the rhythm"))
    terminal.type("xx\r")
    #expect(terminal.status(of: program) == 0)
    #expect(terminal.shows("\"tapCount\" : 2"))
    #expect(try daemon.control("history").output.contains("played on 1"))
    let cancelled = try terminal.start(["tap"], socket: daemon.socket)
    terminal.clear()
    #expect(terminal.shows("tap the rhythm"))
    terminal.type("x\u{3}")
    #expect(terminal.status(of: cancelled) == 130)
  }

  // A command that is suspended could not stop the motor.
  @Test(arguments: [SIGINT, SIGTSTP])
  func `Ctrl-C and Ctrl-Z stop the play of a rhythm, which is kept, with 130`(signal: Int32) throws {
    let daemon = try Daemon("lra")
    let terminal = try TestTerminal(columns: 60, rows: 10)
    let path = folder.path(of: "rhythm.ahap")
    let program = try terminal.start(
      ["tap", "-o", path], socket: daemon.socket, environment: ["HAPTICD_TIMEOUT": "3600"])
    #expect(terminal.shows("tap the rhythm"))
    terminal.type("x")
    #expect(terminal.shows("1 tap "))
    let before = sockets(of: program)
    // The play lasts until the daemon continues. The command connects when it is ready for the signal.
    daemon.signal(SIGSTOP)
    terminal.type("\r")
    #expect(TestWait.until { !sockets(of: program).isSubset(of: before) || !program.isRunning })
    kill(program.processID, signal)
    daemon.signal(SIGCONT)
    #expect(terminal.status(of: program) == 130)
    #expect(terminal.shows("wrote \(path.prefix(10))"))
    #expect(try PatternFile.read(path: path).pattern.events.count == 1)
  }

  private func sockets(of program: Program) -> Set<String> {
    let folder = "/proc/\(program.processID)/fd/"
    let manager = FileManager.default
    let links = (try? manager.contentsOfDirectory(atPath: folder))?.compactMap {
      try? manager.destinationOfSymbolicLink(atPath: folder + $0)
    }
    return Set((links ?? []).filter { $0.hasPrefix("socket:") })
  }

  @Test func `a grid moves each start to its nearest place`() throws {
    let eighths = RhythmGrid(try #require(NoteValue("1/8")), tempo: 120)
    #expect(eighths.step == .milliseconds(250))
    let rhythm = recording([(0, 20), (240, 20), (530, 20), (1010, 20), (1020, 20)])
    #expect(times(rhythm.pattern(on: eighths, holds: false)) == [0, 250, 500, 1000])
    #expect(times(rhythm.pattern(on: nil, holds: false)) == [0, 240, 530, 1010, 1020])
    #expect(abs(RhythmGrid(try #require(NoteValue("1/12")), tempo: 60).step / .milliseconds(1) - 1000.0 / 3) < 1e-5)
  }

  @Test func `a rhythm begins with the press that began first, also if it ended last`() {
    let rhythm = recording([(100, 20), (0, 500)])
    #expect(times(rhythm.pattern(on: nil, holds: false)) == [0, 100])
  }

  @Test func `a long press is a vibration on request`() {
    let rhythm = recording([(0, 20), (500, 400)])
    let pattern = rhythm.pattern(on: nil, holds: true)
    #expect(pattern.events.map(\.kind) == [.transient, .continuous(duration: .milliseconds(400))])
    #expect(rhythm.pattern(on: nil, holds: false).events.allSatisfy { $0.kind == .transient })
    #expect(TapRecording().pattern(on: nil, holds: true).events.isEmpty)
  }

  @Test(arguments: ["", "1", "1/0", "0/8", "1/65", "9/2", "-1/8", "1/8/2", "a/b", "1/ 8"])
  func `other texts are no note values`(text: String) { #expect(NoteValue(text) == nil) }

  @Test func `the depth of a trigger is the intensity of its press`() throws {
    var trigger = AnalogTrigger(least: 0, most: 255)
    let values: [Int32] = [0, 20, 60, 180, 90, 21, 10, 5, 255, 0]
    let presses = values.enumerated().compactMap { index, value in
      trigger.press(at: value, Instant(nanoseconds: Int64(index) * 1_000_000))
    }
    #expect(presses.count == 2 && !trigger.isPressed)
    #expect(abs(presses[0].intensity - 180.0 / 255) < 1e-9 && presses[1].intensity == 1)
    #expect(presses[0].start == Instant(nanoseconds: 2_000_000) && presses[0].end == Instant(nanoseconds: 6_000_000))
  }

  @Test func `presses of a node have their times and lengths`() {
    func time(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
    func event(_ type: Int32, _ code: UInt16, _ value: Int32, at milliseconds: Int64) -> InputNode.Event {
      InputNode.Event(time: time(milliseconds), type: type, code: code, value: value)
    }
    func key(_ code: UInt16, _ value: Int32, at milliseconds: Int64) -> InputNode.Event {
      event(EV_KEY, code, value, at: milliseconds)
    }
    var presses = ButtonPresses()
    let events = [
      key(304, 1, at: 10), key(305, 1, at: 20), key(304, 2, at: 25), key(304, 0, at: 30), event(EV_ABS, 2, 255, at: 40),
      key(305, 0, at: 90), key(306, 0, at: 95), key(304, 1, at: 100), event(EV_SYN, UInt16(SYN_DROPPED), 0, at: 110),
      key(304, 0, at: 120), event(EV_MSC, 4, 0, at: 130),
    ]
    let ended = events.compactMap { presses.press(after: $0) }
    #expect(
      ended == [
        TapRecording.Press(start: time(10), end: time(30)), TapRecording.Press(start: time(20), end: time(90)),
      ])
    #expect(!presses.isHeld)
    presses = ButtonPresses([5: AnalogTrigger(least: 0, most: 1023)])
    #expect(presses.press(after: key(304, 1, at: 0)) == nil && !presses.isHeld)
    #expect(presses.press(after: event(EV_ABS, 5, 700, at: 1)) == nil && presses.isHeld)
    #expect(presses.press(after: event(EV_ABS, 5, 0, at: 2))?.intensity == 700.0 / 1023)
  }

  @Test func `files that are no nodes are refused, and options need each other`() throws {
    let pipe = folder.path(of: "pipe")
    mkfifo(pipe, 0o600)
    for path in ["/nonexistent", "/dev/null", folder.path, pipe] {
      let result = try control("tap", "--on", path)
      #expect(result.status == 2 && result.errors.contains("cannot be read as an input node"), "\(result)")
    }
    #expect(try control("tap", "--quantise", "1/8").errors.contains("--quantise is of use only with --tempo"))
    #expect(try control("tap", "--hold").errors.contains("--hold is of use only with --on"))
    let without = try control("tap")
    #expect(without.status == 2 && without.errors.contains("tap expects a terminal"))
  }
}
