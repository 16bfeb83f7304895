import EventLoop
import Foundation
import HapticPatterns
import HapticPreferences
import HapticSystem
import PreferenceFiles
import TestSupport
import Testing

@testable import DaemonAssembly

/// Preferences of a running daemon, with files that change under it.
@Suite struct PreferenceSourceTests {
  private let folders: Folders
  private let loop: EventLoop

  init() throws {
    folders = try Folders()
    loop = try EventLoop()
  }

  private func source() throws -> PreferenceSource {
    try FileManager.default.createDirectory(atPath: "\(folders.path)/home", withIntermediateDirectories: true)
    return PreferenceSource(in: folders.all, loop: loop, log: .silent)
  }

  /// Lets the loop run until something holds.
  private func wait(until holds: () -> Bool) throws -> Bool {
    let deadline = Instant.now + TestWait.limit
    while !holds(), Instant.now < deadline { _ = try loop.runOnce(timeout: .milliseconds(20)) }
    return holds()
  }

  /// Reads the files, and runs the loop until they are in force.
  private func reload(_ source: PreferenceSource) throws {
    var isDone = false
    source.reload { isDone = true }
    #expect(!isDone)
    #expect(try wait { isDone })
  }

  @Test func `files that nest as deeply as they can do not end the daemon`() throws {
    let source = try source()
    let dotted = String(repeating: "a.", count: 500) + "a = 1\n"
    for text in [dotted, "a = " + String(repeating: "[", count: 1000), "a = " + String(repeating: "{a=", count: 300)] {
      try folders.write(text)
      try reload(source)
      #expect(!source.stack.problems.isEmpty)
    }
  }

  @Test func `files apply from the start, and are not reported while they are unchanged`() throws {
    try folders.write("profile = \"quiet\"")
    let source = try source()
    #expect(source.current.profile == .quiet && source.complaint == nil)
  }

  @Test func `a saved file applies at once, also in a new folder`() throws {
    let source = try source()
    var told: [Preferences] = []
    source.onChange = { told.append(source.current) }
    try folders.write("[touch]\nstrength = 20")
    #expect(try wait { source.current[.touch].strength == 0.2 })
    try folders.write("[touch]\nstrength = 30", to: "hapticd.toml.d/a.toml")
    #expect(try wait { source.current[.touch].strength == 0.3 })
    try folders.write("[touch]\nstrength = 40", to: "hapticd.toml.d/a.toml")
    #expect(try wait { source.current[.touch].strength == 0.4 })
    #expect(told.map { $0[.touch].strength } == [0.2, 0.3, 0.4])
  }

  @Test func `a reload applies the saved file, a later save applies later`() throws {
    let source = try source()
    var told: [Preferences] = []
    source.onChange = { told.append(source.current) }
    try folders.write("[touch]\nstrength = 20")
    try reload(source)
    #expect(source.current[.touch].strength == 0.2 && told.count == 1)
    try folders.write("[touch]\nstrength = 30")
    _ = try loop.runOnce(timeout: .milliseconds(1))
    try reload(source)
    #expect(source.current[.touch].strength == 0.3)
    try reload(source)
    #expect(told.count == 2)
    try folders.write("[touch]\nstrength = 40")
    #expect(try wait { source.current[.touch].strength == 0.4 })
    #expect(told.map { $0[.touch].strength } == [0.2, 0.3, 0.4])
  }

  @Test func `a file with a mistake changes nothing, and is reported until it is corrected`() throws {
    try folders.write("profile = \"quiet\"")
    let source = try source()
    var told = 0
    source.onChange = { told += 1 }
    try folders.write("profile = quiet")
    #expect(try wait { source.complaint != nil })
    #expect(source.complaint?.hasPrefix("\(folders.own)/hapticd.toml:1:") == true)
    #expect(source.current.profile == .quiet && told == 1)
    try folders.write("profile = \"silent\"")
    #expect(try wait { source.complaint == nil })
    #expect(source.current.profile == .silent && told == 2)
  }

  @Test func `a change of the target of a linked file applies`() throws {
    try folders.write("profile = \"quiet\"", to: "../../dotfiles/haptics.toml")
    try folders.write("", to: "unused")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folders.own)/hapticd.toml", withDestinationPath: "\(folders.path)/dotfiles/haptics.toml")
    let source = try source()
    #expect(source.current.profile == .quiet)
    try folders.write("profile = \"silent\"", to: "../../dotfiles/haptics.toml")
    #expect(try wait { source.current.profile == .silent })
  }

  private func link(_ path: String, to target: String) throws {
    let new = "\(folders.path)/new-link"
    try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: target)
    #expect(rename(new, path) == 0)
  }

  @Test func `a change of any link of a chain applies, and of its target, also if that is created later`() throws {
    try folders.write("", to: "hapticd.toml.d/unused.toml")
    // As home-manager links files: to a generation, which is a link, and from there to the store.
    try link("\(folders.own)/hapticd.toml", to: "\(folders.path)/current/hapticd.toml")
    try link("\(folders.path)/current", to: "generation 1")
    let source = try source()
    #expect(source.current.profile == .full)
    try folders.write("profile = \"quiet\"", to: "../../generation 1/hapticd.toml")
    #expect(try wait { source.current.profile == .quiet })
    try folders.write("profile = \"silent\"", to: "../../generation 2/hapticd.toml")
    try link("\(folders.path)/current", to: "generation 2")
    #expect(try wait { source.current.profile == .silent })
    try folders.write("profile = \"quiet\"", to: "../../generation 2/hapticd.toml")
    #expect(try wait { source.current.profile == .quiet })
  }

  @Test func `linked folders and linked drop-ins apply`() throws {
    try folders.write("profile = \"quiet\"", to: "../../dotfiles/hapticd.toml")
    try folders.write("profile = \"silent\"", to: "../../dotfiles/drop-in.toml")
    try folders.write("", to: "../../other/hapticd.toml.d/a.toml")
    try FileManager.default.removeItem(atPath: folders.own)
    try link(folders.own, to: "\(folders.path)/dotfiles")
    let source = try source()
    #expect(source.current.profile == .quiet)
    try link(folders.own, to: "\(folders.path)/other")
    #expect(try wait { source.current.profile == .full })
    let dropIn = "\(folders.path)/dotfiles/drop-in.toml"
    try link("\(folders.path)/other/hapticd.toml.d/b.toml", to: dropIn)
    #expect(try wait { source.current.profile == .silent })
    try "profile = \"quiet\"".write(toFile: dropIn, atomically: true, encoding: .utf8)
    #expect(try wait { source.current.profile == .quiet })
  }

  @Test func `a file that is removed and written again applies`() throws {
    try folders.write("profile = \"quiet\"")
    let source = try source()
    try FileManager.default.removeItem(atPath: folders.own)
    #expect(try wait { source.current.profile == .full })
    try folders.write("profile = \"silent\"")
    #expect(try wait { source.current.profile == .silent })
  }
}
