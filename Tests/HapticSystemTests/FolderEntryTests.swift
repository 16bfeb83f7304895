import HapticSystem
import TestSupport
import Testing

@Suite struct FolderEntryTests {
  @Test func `names that are not UTF-8 are listed apart from the others`() throws {
    let folder = try TestFolder()
    try folder.write("", to: "é.toml")
    let (entries, malformed) = try folder.withMalformedName("", ending: ".toml", in: ".") {
      (try Folder.entries(of: folder.path), Folder.malformedEntries(of: folder.path))
    }
    #expect(entries == ["é.toml"] && malformed == ["x\\xff.toml"])
    #expect(Folder.malformedEntries(of: folder.path + "/none").isEmpty)
  }
}
