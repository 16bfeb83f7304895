import PreferenceFiles
import TestSupport
import Testing

@testable import HapticControl

/// The strengths that leave little together, with many applications and devices.
@Suite struct WeakStrengthTests {
  private let folder = try! TestFolder()

  private func stack(_ settings: String) throws -> PreferenceStack {
    try folder.write(settings, to: "hapticd.toml")
    return PreferenceStack.load(in: [folder.path])
  }

  @Test func `the weakest product comes first, with the weakest device, and each strength has one remedy`() throws {
    let settings = """
      [app.a]
      strength = 0.4
      touch = 0.4
      media = 0.45
      [app.b]
      strength = 0.5
      [app.c]
      strength = 0.35
      [device.one]
      strength = 0.7
      [device.two]
      strength = 0.3
      [device.three]
      strength = 0.6
      [device.four]
      strength = 0.5

      """
    #expect(
      WeakStrengths(settings: try stack(settings)).findings.map(\.text) == [
        "app.a.strength (40%), app.a.touch (40%) and device.two.strength (30%) leave only 4.8% together",
        "app.c.strength (35%) and device.four.strength (50%) leave only 17.5% together",
      ])
  }

  @Test func `the work grows with the number of strengths, and not with that of their combinations`() throws {
    func stack(devices: Int) throws -> PreferenceStack {
      let applications = (1...100).map { "[app.a\($0)]\nstrength = 0.\(500 + $0)\ntouch = 0.9\n" }
      let devices = (1...devices).map { "[device.d\($0)]\nstrength = 0.\(500 + $0)\n" }
      return try self.stack((applications + devices).joined())
    }
    let (small, large) = (try stack(devices: 10), try stack(devices: 80))
    func find(in settings: PreferenceStack) { _ = WeakStrengths(settings: settings).findings }
    #expect(growth(of: { find(in: large) }, over: { find(in: small) }) < 3)
  }
}
