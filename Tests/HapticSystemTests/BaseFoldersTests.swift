import Foundation
import HapticSystem
import Testing

@Suite struct BaseFoldersTests {
  private static let names = BaseFolders.variables

  private func folders(_ variables: [String: String]) -> (configuration: [String], data: [String]) {
    func variable(_ name: String) -> String? { variables[name] }
    return (BaseFolders.allConfiguration(environment: variable), BaseFolders.allData(environment: variable))
  }

  @Test func `without variables the folders are those of the specification`() {
    #expect(
      folders(["HOME": "/h"]) == (["/h/.config", "/etc/xdg"], ["/h/.local/share", "/usr/local/share", "/usr/share"]))
    #expect(folders([:]) == (["/etc/xdg"], ["/usr/local/share", "/usr/share"]))
  }

  @Test func `variables move the folders, and each folder is named once`() {
    let variables = [
      "HOME": "/h", "XDG_CONFIG_HOME": "/c/", "XDG_CONFIG_DIRS": "/x:/c", "XDG_DATA_HOME": "/d",
      "XDG_DATA_DIRS": "/y:/d/:/y/",
    ]
    #expect(folders(variables) == (["/c", "/x"], ["/d", "/y"]))
  }

  @Test func `relative paths are ignored`() {
    let variables = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "relative:~/x:.") })
    #expect(folders(variables) == ([], []))
    #expect(folders(variables.merging(["HOME": "home"]) { $1 }) == ([], []))
    #expect(folders(variables.merging(["HOME": "/h"]) { $1 }) == (["/h/.config"], ["/h/.local/share"]))
  }

  @Test func `no other source file reads these variables`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
      .standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var readers: Set<String> = []
    for case let file as URL in files where ["swift", "c", "h", "py"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      if Self.names.contains(where: { text.contains("\"\($0)\"") }) { readers.insert(file.lastPathComponent) }
    }
    #expect(readers == ["BaseFolders.swift"])
  }
}
