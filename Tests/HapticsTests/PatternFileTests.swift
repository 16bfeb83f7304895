import Glibc
import Haptics
import TestSupport
import Testing

struct PatternFileTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `a pattern is read from an AHAP file, and other formats are refused`() throws {
    let ahap = try folder.write(
      #"{"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[]}}]}"#,
      to: "tap.ahap")
    #expect(try Pattern(contentsOf: ahap).events.count == 1)
    let web = try folder.write("[100, 50, 100]", to: "web.json")
    #expect(throws: PatternFileError.self) { try Pattern(contentsOf: web) }
  }

  @Test func `an error names the file, the place and the remedy`() throws {
    let broken = try folder.write("{\n  \"Pattern\": [,]\n}", to: "broken.ahap")
    let error = try #require(throws: PatternFileError.self) { try Pattern(contentsOf: broken) }
    #expect(error.path == broken && error.line == 2 && !error.remedy.isEmpty)
    #expect("\(error)".hasPrefix("\(broken):2:"))
    let missing = #expect(throws: PatternFileError.self) { try Pattern(contentsOf: folder.path(of: "none.ahap")) }
    #expect(missing?.line == nil)
    let fifo = folder.path(of: "fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    #expect(throws: PatternFileError.self) { try Pattern(contentsOf: fifo) }
  }
}
