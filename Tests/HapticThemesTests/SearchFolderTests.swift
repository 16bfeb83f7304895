import HapticThemes
import Testing

@Suite struct SearchFolderTests {
  private func folders(_ variables: [String: String]) -> [String] {
    Theme.searchFolders { variables[$0].flatMap { $0.isEmpty ? nil : $0 } }
  }

  @Test func `the default folders are those of the base directory specification`() {
    #expect(
      folders(["HOME": "/home/me"]) == [
        "/home/me/.config/hapticd/themes", "/home/me/.local/share/hapticd/themes",
        "/usr/local/share/hapticd/themes", "/usr/share/hapticd/themes",
      ])
  }

  @Test func `environment variables change the search folders`() {
    let variables = ["HOME": "/h", "XDG_CONFIG_HOME": "/c/", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/x:/y/:/d"]
    #expect(
      folders(variables) == ["/c/hapticd/themes", "/d/hapticd/themes", "/x/hapticd/themes", "/y/hapticd/themes"])
  }

  @Test func `a relative path is ignored`() {
    #expect(
      folders(["XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "~", "XDG_DATA_DIRS": "x::/y", "HOME": "h"]) == [
        "/y/hapticd/themes"
      ])
    #expect(folders(["XDG_CONFIG_HOME": "c", "HOME": "/h"])[0] == "/h/.config/hapticd/themes")
  }

  @Test func `without a home folder only the system's folders are searched`() {
    #expect(folders([:]) == ["/usr/local/share/hapticd/themes", "/usr/share/hapticd/themes"])
  }
}
