import Foundation
import HapticStudio
import Testing

/// The files of the page.
@Suite struct PageFileTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Sources/Clients/HapticStudio/Page").standardizedFileURL

  @Test func `the program has each file of the page, as it is`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(PageFiles.names == names)
    for name in names {
      let file = try #require(PageSource().file(name), "\(name)")
      #expect(Data(file.bytes) == (try Data(contentsOf: Self.folder.appending(path: name))), "\(name)")
    }
  }

  @Test(arguments: [
    "", ".", "..", "../Package.swift", "a/b.js", "missing.js", "index.html/", "%2e%2e/x.js", ".hidden.js",
  ])
  func `other names are not files of the page`(_ name: String) {
    #expect(PageSource().file(name) == nil)
    #expect(PageSource(folder: Self.folder.path).file(name) == nil)
  }
}
