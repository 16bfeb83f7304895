import Glibc
import HapticSystem
import TestSupport
import Testing

@Suite struct LinkTrailTests {
  private let folder: TestFolder
  /// The path of the folder without links, which the folder of temporary files may have.
  private let root: String

  init() throws {
    folder = try TestFolder()
    root = try #require(Folder.resolved(folder.path))
  }

  private func link(_ name: String, to target: String) { #expect(symlink(target, "\(root)/\(name)") == 0) }

  private func trail(_ path: String) -> [WatchPlace] {
    var trail = LinkTrail(limit: 50)
    trail.follow(path)
    #expect(!trail.isCut)
    return trail.places
  }

  private func place(_ folder: String, _ entry: String) -> WatchPlace {
    WatchPlace(folder.isEmpty ? root : "\(root)/\(folder)", entries: [entry])
  }

  @Test func `a path without links adds nothing`() throws {
    try folder.write("", to: "a/file")
    #expect(trail("\(root)/a/file") == [])
    #expect(trail("\(root)/a/none/file") == [])
    #expect(trail("\(root)/./a/../a//file") == [])
  }

  @Test func `each link of a chain is a place, and the folder of the target`() throws {
    try folder.write("", to: "files/file")
    try folder.makeFolder("middle")
    link("first", to: "middle/second")
    link("middle/second", to: "../middle/../third")
    link("third", to: "\(root)/files/file")
    #expect(
      trail("\(root)/first") == [
        place("", "first"), place("middle", "second"), place("", "third"), place("files", "file"),
      ]
    )
  }

  @Test func `a link to a folder is a place, and so are links in it`() throws {
    try folder.write("", to: "files/real")
    link("files/file", to: "real")
    link("folder", to: "files")
    #expect(
      trail("\(root)/folder/file")
        == [place("", "folder"), place("files", "file"), place("files", "real")])
    #expect(trail("\(root)/folder") == [place("", "folder"), place("", "files")])
  }

  @Test func `a target may appear later`() throws {
    try folder.makeFolder("files")
    link("link", to: "files/later/file")
    #expect(trail("\(root)/link") == [place("", "link"), place("files", "later")])
    try folder.makeFolder("files/later")
    #expect(trail("\(root)/link") == [place("", "link"), place("files/later", "file")])
    link("root", to: "/no-such-folder/file")
    #expect(trail("\(root)/root") == [place("", "root"), WatchPlace("/", entries: ["no-such-folder"])])
  }

  @Test func `links in a circle end`() {
    link("circle", to: "circle")
    #expect(trail("\(root)/circle") == [place("", "circle")])
    link("left", to: "right/x")
    link("right", to: "left/x")
    #expect(trail("\(root)/left") == [place("", "left"), place("", "right")])
  }

  @Test func `the number of places is limited`() throws {
    try folder.write("", to: "0")
    for number in 1...30 { link("\(number)", to: "\(number - 1)") }
    var trail = LinkTrail(limit: 10)
    trail.follow("\(root)/9")
    #expect(!trail.isCut && trail.places.count == 10)
    trail.follow("\(root)/30")
    #expect(trail.isCut && trail.places.count == 10)
  }

  @Test func `the number of files is limited`() throws {
    try folder.write("", to: "file")
    link("link", to: "file")
    var trail = LinkTrail()
    for _ in 0..<4096 { trail.follow(file: "\(root)/file") }
    #expect(!trail.isCut)
    trail.follow(file: "\(root)/link")
    #expect(trail.isCut && trail.places == [])
  }

  @Test func `long targets do not block`() {
    for number in 0..<39 {
      link("\(number)", to: String(repeating: "./", count: 2000) + "\(number + 1)")
    }
    var trail = LinkTrail(limit: 50)
    trail.follow("\(root)/0")
    #expect(trail.isCut && trail.places.count < 39)
  }
}
