import HapticSystem
import Testing

@testable import PreferenceFiles

@Suite struct PlaceTests {
  @Test func `the settings of GSettings are between those of the user and those of the system`() {
    let all = folders(["HOME": "/home/a", "XDG_RUNTIME_DIR": "/run/user/1000"])
    #expect(all == ["/home/a/.config/hapticd", "/run/user/1000/hapticd-gsettings", "/etc/xdg/hapticd"])
    #expect(folders(["XDG_RUNTIME_DIR": "/run/a"]) == ["/run/a/hapticd-gsettings", "/etc/xdg/hapticd"])
    #expect(folders(["HOME": "/home/a", "XDG_RUNTIME_DIR": "relative"]).count == 2)
  }

  private func folders(_ variables: [String: String]) -> [String] { PreferenceFolders.all { variables[$0] } }

  @Test func `the folders are those of the base directory specification`() {
    #expect(folders(["HOME": "/home/me"]) == ["/home/me/.config/hapticd", "/etc/xdg/hapticd"])
    #expect(
      folders(["HOME": "/h", "XDG_CONFIG_HOME": "/c/", "XDG_CONFIG_DIRS": "/x:/y/:/c:rel::"])
        == ["/c/hapticd", "/x/hapticd", "/y/hapticd"])
    #expect(folders(["XDG_CONFIG_HOME": "c", "HOME": "/h"])[0] == "/h/.config/hapticd")
    #expect(folders([:]) == ["/etc/xdg/hapticd"])
    #expect(PreferenceFolders.own { _ in nil } == nil)
  }

  private func places(_ existing: [String]) -> [WatchPlace] {
    PreferenceFolders.watchPlaces(in: ["/h/.config/hapticd", "/etc/xdg/hapticd"], where: existing.contains)
  }

  @Test func `the folders of files and of drop-ins are watched`() {
    let places = places(["/h", "/h/.config", "/h/.config/hapticd", "/h/.config/hapticd/hapticd.toml.d"])
    #expect(places.map(\.path) == ["/h/.config/hapticd", "/h/.config/hapticd/hapticd.toml.d"])
    for entry in ["hapticd.toml", "hapticd.toml.d", nil] { #expect(places[0].matters(entry)) }
    for entry in ["themes", ".hapticd.toml.swp", "hapticd.toml~"] { #expect(!places[0].matters(entry)) }
    #expect(places[1].matters("a.toml") && !places[1].matters(".a.toml") && !places[1].matters("a.toml.tmp"))
  }

  @Test func `the parents of a missing folder are watched`() {
    #expect(places(["/h", "/h/.config", "/etc"]).map(\.path) == ["/h/.config", "/etc"])
    #expect(places(["/h", "/h/.config"])[0].matters("hapticd"))
    #expect(places(["/h"]).map(\.path) == ["/h"])
    #expect(places(["/h"])[0].matters(".config") && !places(["/h"])[0].matters("hapticd"))
    #expect(places(["/"]) == [])
    let top = PreferenceFolders.watchPlaces(in: ["/hapticd"], where: ["/"].contains)
    #expect(top.map(\.path) == ["/"] && top.allSatisfy { $0.matters("hapticd") && !$0.matters("etc") })
  }
}
