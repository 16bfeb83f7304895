import Glibc
import HapticPatterns
import HapticSystem
import SoundLight
import TestSupport
import Testing

/// A LED that may be lit is darkened, whatever happens to the helper program and to the daemon.
@Suite(.serialized, .enabled(if: Theatre.program != nil, "hapticd-sound-light is not built"))
struct DarkTests {
  private let light = Cue.light(.init(red: 0, green: 0, blue: 255, millihertz: 0))

  private func lit(_ files: [String: String] = [:]) throws -> Theatre {
    let theatre = try Theatre()
    try theatre.addLED("blue:status", files)
    #expect(theatre.helper.play(light, as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .started)] }
    #expect(theatre.level == "200" && theatre.record == "blue:status\n")
    return theatre
  }

  private func expectDark(_ theatre: Theatre) throws {
    try theatre.run { theatre.level == "0" && theatre.record == "" }
  }

  @Test func `after more deaths than starts are permitted, it is dark`() throws {
    let theatre = try lit()
    for deaths in 1...5 {
      try theatre.killProgram(SIGKILL)
      if deaths < 5 { try theatre.run { theatre.results.count == deaths + 1 && theatre.level == "200" } }
    }
    try theatre.run { theatre.results.last == .init(1, .failed) }
    try expectDark(theatre)
  }

  @Test func `after a death just before the end of the light, it is dark`() throws {
    let theatre = try lit()
    try theatre.killProgram(SIGKILL)
    theatre.helper.end(1)
    try expectDark(theatre)
  }

  @Test func `a LED that another daemon has left lit is dark after the start`() throws {
    let theatre = try Theatre(isLeftLit: true)
    try expectDark(theatre)
    #expect(theatre.results.isEmpty)
  }

  @Test func `a LED is darkened while the program hangs`() throws {
    let theatre = try lit()
    let process = try #require(theatre.processes.first)
    kill(process, SIGSTOP)
    theatre.helper.end(1)
    try expectDark(theatre)
    #expect(theatre.helper.play(light, as: 2) == nil)
    try theatre.run { theatre.results.last == .init(2, .started) && theatre.level == "200" }
    kill(process, SIGKILL)
  }

  @Test func `a program that does not read is replaced after the end of a light, not within it`() throws {
    let theatre = try lit()
    let process = try #require(theatre.processes.first)
    kill(process, SIGSTOP)
    var number: UInt32 = 2
    while theatre.helper.play(.sound(.init("long")), as: number) == nil { number += 1 }
    theatre.helper.end(1)
    #expect(theatre.results == [.init(1, .started)])
    try theatre.run { theatre.results.contains(.init(2, .failed)) }
    try expectDark(theatre)
    kill(process, SIGKILL)
  }

  @Test func `the end of the interface darkens the LED of a program that has died`() throws {
    var theatre: Theatre? = try lit()
    let folder = theatre!.folder
    try theatre!.killProgram(SIGKILL)
    theatre = nil
    #expect(try TestWait.until { try !Folder.entries(of: folder.path).contains("lights") })
    let text = try RegularFile.read(folder.path(of: "leds/blue:status/brightness"), upTo: 16)
    #expect(String(decoding: text, as: UTF8.self) == "0")
  }

  /// As systemd runs it at the end of the service.
  @Test func `without a socket, the program darkens and ends`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status", ["brightness": "200"])
    try theatre.addLED("red:status", ["brightness": "200"])
    try theatre.folder.write("blue:status\n../leds/red:status\nred\n", to: "lights")
    try #require(system("\(Theatre.program!) \(theatre.arguments.joined(separator: " ")) < /dev/null") == 0)
    #expect(theatre.level == "0" && theatre.record == "")
    #expect(theatre.led("red:status", "brightness") == "200")
  }

  @Test func `a LED is darkened after the permission was lost`() throws {
    let theatre = try lit()
    // Root may write everything, so the file gets another name.
    let folder = theatre.folder.path(of: "leds/blue:status")
    try #require(rename("\(folder)/brightness", "\(folder)/same") == 0)
    theatre.helper.end(1)
    try theatre.run { theatre.led("blue:status", "same") == "0" && theatre.record == "" }
  }

  @Test func `a LED that is unplugged is forgotten`() throws {
    let theatre = try lit()
    try theatre.folder.remove("leds/blue:status")
    theatre.helper.end(1)
    try theatre.run { theatre.record == "" }
    try theatre.addLED("red:status")
    #expect(theatre.helper.play(light, as: 2) == nil)
    try theatre.run { theatre.results.last == .init(2, .started) }
    #expect(theatre.led("red:status", "brightness") == "200")
  }

  @Test func `a LED that cannot be darkened is tried again`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status", ["brightness": "200"])
    let file = "leds/blue:status/brightness"
    // A folder cannot be written.
    try theatre.folder.remove(file)
    try theatre.folder.makeFolder(file)
    try theatre.folder.write("blue:status\n", to: "lights")
    #expect(theatre.helper.play(.sound(.init("long")), as: 9) == nil)
    try theatre.run { theatre.results == [.init(9, .started)] }
    #expect(theatre.record == "blue:status\n")
    try theatre.folder.remove(file)
    try theatre.folder.write("200", to: file)
    try expectDark(theatre)
  }

  @Test func `without a record, no LED is lit`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status")
    try theatre.folder.makeFolder("lights.new")
    #expect(theatre.helper.play(light, as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .failed)] }
    #expect(theatre.level == "0")
  }
}
