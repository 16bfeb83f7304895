import HapticPatterns
import HapticSystem
import HapticThemes
import Testing

@Suite struct WatchPlaceTests {
  private func places(_ existing: [String]) -> [WatchPlace] {
    Theme.watchPlaces(of: ["mine", "default"], in: ["/c/hapticd/themes", "/d/hapticd/themes"]) { existing.contains($0) }
  }

  @Test func `a theme's folder is watched, and the one that others may appear in`() throws {
    let places = places(["/c", "/c/hapticd", "/c/hapticd/themes", "/c/hapticd/themes/mine"])
    #expect(places.map(\.path) == ["/c/hapticd/themes", "/c/hapticd/themes/mine"])
    #expect(places[0].matters("mine") && places[0].matters("default") && places[0].matters(nil))
    #expect(!places[0].matters("other"))
    for entry in ["theme.json", "tap.ahap"] { #expect(places[1].matters(entry)) }
    for entry in [".tap.ahap.swp", "tap.ahap~", "theme.json.tmp", "4913", ".hidden.ahap"] {
      #expect(!places[1].matters(entry), "\(entry)")
    }
  }

  @Test func `the nearest existing parent of a missing theme folder is watched`() {
    let places = places(["/c", "/c/hapticd", "/d"])
    #expect(places.map(\.path) == ["/c/hapticd", "/d"])
    #expect(places[0].matters("themes") && !places[0].matters("hapticd.toml"))
    #expect(places[1].matters("hapticd") && !places[1].matters("applications"))
  }

  @Test func `nothing above the base directory is watched`() {
    #expect(places(["/"]) == [])
  }
}
