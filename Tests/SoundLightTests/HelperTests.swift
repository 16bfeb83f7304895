import Glibc
import HapticPatterns
import HapticSystem
import SoundLight
import TestSupport
import Testing

/// The helper program for sounds and lights: its cues, its failures and its end.
@Suite(.serialized, .enabled(if: Theatre.program != nil, "hapticd-sound-light is not built"))
struct HelperTests {
  // MARK: Sounds

  @Test func `a sound plays and ends`() throws {
    let theatre = try Theatre()
    #expect(theatre.helper.play(.sound(.init("bell")), as: 7) == nil)
    try theatre.run { theatre.results.count == 2 }
    #expect(theatre.results == [.init(7, .started), .init(7, .ended)])
    #expect(theatre.calls == ["create ", "play bell as event"])
  }

  @Test func `a file replaces the sound, and a role is passed on`() throws {
    let theatre = try Theatre()
    let file = try theatre.folder.write("RIFF", to: "own.wav")
    #expect(theatre.helper.play(.sound(.init("bell", role: "alert"), file: file), as: 1) == nil)
    try theatre.run { theatre.results.count == 2 }
    #expect(theatre.calls.last == "play \(file) as alert")
  }

  @Test func `a file that is not a regular one is not opened`() throws {
    let theatre = try Theatre()
    let pipe = theatre.folder.path(of: "pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for (number, path) in [pipe, theatre.folder.path, "/nonexistent"].enumerated() {
      #expect(theatre.helper.play(.sound(.init("bell"), file: path), as: UInt32(number)) == nil)
    }
    try theatre.run { theatre.results.count == 3 }
    #expect(theatre.results.map(\.result) == [.unknownSound, .unknownSound, .unknownSound])
    #expect(theatre.calls.isEmpty)
  }

  @Test func `a sound that is ended stops without a report`() throws {
    let theatre = try Theatre()
    #expect(theatre.helper.play(.sound(.init("long")), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .started)] }
    theatre.helper.end(1)
    try theatre.run { theatre.calls.last == "cancel " }
    #expect(theatre.helper.play(.sound(.init("bell")), as: 2) == nil)
    try theatre.run { theatre.results.count == 3 }
    #expect(!theatre.results.contains(.init(1, .ended)))
  }

  @Test(arguments: [
    ("missing", CueResult.unknownSound), ("no-server", .noServer), ("switched-off", .switchedOff), ("broken", .failed),
  ])
  func `each failure of the library has its result`(_ effect: String, _ result: CueResult) throws {
    let theatre = try Theatre()
    #expect(theatre.helper.play(.sound(.init(effect)), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, result)] }
  }

  @Test func `a sound server that has restarted is used again`() throws {
    let theatre = try Theatre()
    #expect(theatre.helper.play(.sound(.init("long")), as: 1) == nil)
    #expect(theatre.helper.play(.sound(.init("disconnected")), as: 2) == nil)
    try theatre.run { theatre.results.contains(.init(2, .started)) }
    #expect(theatre.calls.map { $0.prefix(7) } == ["create ", "play lo", "play di", "destroy", "create ", "play di"])
  }

  @Test func `without the library a sound is refused, and lights are shown`() throws {
    let theatre = try Theatre(hasLibrary: false)
    try theatre.addLED("blue:status")
    #expect(theatre.helper.play(.sound(.init("bell")), as: 1) == nil)
    #expect(theatre.helper.play(.blue(), as: 2) == nil)
    try theatre.run { theatre.results.count == 2 }
    #expect(Set(theatre.results.map(\.result)) == [.noLibrary, .started])
  }

  @Test func `a sound server that hangs delays no light and no end`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status")
    for number in 1...4 { #expect(theatre.helper.play(.sound(.init("hangs")), as: UInt32(number)) == nil) }
    #expect(theatre.helper.play(.blue(), as: 9) == nil)
    try theatre.run { theatre.results == [.init(9, .started)] }
    theatre.helper.end(9)
    try theatre.run { theatre.led("blue:status", "brightness") == "0" }
  }

  @Test func `more sounds than the library takes are dropped with a result`() throws {
    let theatre = try Theatre()
    // Again and again, because a program that a busy machine lets wait has not read the earlier ones.
    var number: UInt32 = 0
    try theatre.run {
      for _ in 0..<100 {
        number += 1
        _ = theatre.helper.play(.sound(.init("hangs")), as: number)
      }
      return theatre.results.contains { $0.result == .busy }
    }
    #expect(theatre.results.allSatisfy { $0.result == .busy })
  }

  @Test func `a program that does not read drops cues without a wait`() throws {
    let theatre = try Theatre()
    #expect(theatre.helper.play(.sound(.init("long")), as: 1) == nil)
    try theatre.run { theatre.results.count == 1 }
    let process = try #require(theatre.processes.first)
    kill(process, SIGSTOP)
    var results: Set<CueResult?> = []
    for number in 2...5000 { results.insert(theatre.helper.play(.sound(.init("long")), as: UInt32(number))) }
    #expect(results == [nil, .busy])
    kill(process, SIGCONT)
  }

  @Test func `a text with a NUL or of any length is refused`() throws {
    let theatre = try Theatre()
    #expect(theatre.helper.play(.sound(.init("a\0b")), as: 1) == .unknownSound)
    #expect(theatre.helper.play(.sound(.init("a"), file: String(repeating: "x", count: 5000)), as: 1) == .unknownSound)
    #expect(theatre.processes.isEmpty)
  }

  // MARK: The program

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func `a signal leaves no light`(_ signal: Int32) throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status")
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    try theatre.run { theatre.led("blue:status", "brightness") == "200" }
    let process = try #require(theatre.processes.first)
    kill(process, signal)
    // A new program shows the light again.
    try theatre.run { !theatre.processes.contains(process) && theatre.processes.count == 1 }
    try theatre.run { theatre.led("blue:status", "brightness") == "200" }
  }

  @Test func `the end of the daemon switches lights off and ends the program`() throws {
    var theatre: Theatre? = try Theatre()
    let folder = theatre!.folder
    try theatre!.addLED("blue:status")
    #expect(theatre!.helper.play(.blue(), as: 1) == nil)
    try theatre!.run { theatre!.led("blue:status", "brightness") == "200" }
    let process = try #require(theatre!.processes.first)
    theatre = nil
    #expect(TestWait.until { kill(process, 0) != 0 })
    // A regular file, unlike one of the kernel, is empty for a moment in each write.
    let isDark = TestWait.until {
      (try? RegularFile.read(folder.path(of: "leds/blue:status/brightness"), upTo: 16)) == Array("0".utf8)
    }
    #expect(isDark)
    #expect(try !Folder.entries(of: folder.path).contains("lights"))
  }

  @Test func `a killed program is started again, and its lights are shown`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status")
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    #expect(theatre.helper.play(.sound(.init("long")), as: 2) == nil)
    try theatre.run { theatre.results.count == 2 }
    kill(try #require(theatre.processes.first), SIGKILL)
    try theatre.run { theatre.results.count == 4 }
    #expect(
      theatre.results.contains(.init(2, .failed)) && theatre.results.filter { $0 == .init(1, .started) }.count == 2)
  }

  @Test func `a program that always dies is not started for ever`() throws {
    let theatre = try Theatre()
    for number in 1...5 {
      #expect(theatre.helper.play(.sound(.init("crashes")), as: UInt32(number)) == nil)
      try theatre.run { theatre.results.count == number }
    }
    #expect(theatre.results.allSatisfy { $0.result == .failed })
    #expect(theatre.helper.play(.sound(.init("bell")), as: 6) == .failed)
  }

  @Test func `a light of a program that always dies has failed`() throws {
    let theatre = try Theatre(program: "/bin/false")
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .failed)] }
    #expect(theatre.helper.play(.blue(), as: 2) == .failed)
  }

  @Test func `without the program nothing plays`() throws {
    #expect(try Theatre(program: nil).helper.play(.blue(), as: 1) == .failed)
  }

  @Test func `the program ends after the last cue, and starts again for the next one`() throws {
    let theatre = try Theatre(idleTime: .milliseconds(20))
    #expect(theatre.processes.isEmpty)
    #expect(theatre.helper.play(.sound(.init("bell")), as: 1) == nil)
    try theatre.run { theatre.results.count == 2 }
    try theatre.run { theatre.processes.isEmpty }
    #expect(theatre.helper.play(.sound(.init("bell")), as: 2) == nil)
    try theatre.run { theatre.results.count == 4 }
  }
}
