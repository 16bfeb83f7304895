import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@Suite struct PreferenceChangeTests {
  private let app = Identity("org.example.App", from: .unit)

  @Test(arguments: RefusalTests.cases.filter { ["call", "effect", "message"].contains($0.feedback) })
  func `a playback ends at the change of a preference that forbids it`(example: RefusalTests.Case) throws {
    let house = try House(vocabulary: .reasons, preferences: RefusalTests.preferences)
    let client = try house.client(as: Identity(RefusalTests.app, from: .unit))
    client.play(example.feedback, playback: 1)
    house.clock.advance(by: .milliseconds(50))
    #expect(!house.motor.isOff)
    var preferences = RefusalTests.preferences
    example.preferences(&preferences)
    house.server.setPreferences(preferences)
    house.server.setCircumstances(example.circumstances)
    #expect(house.motor.isOff)
    #expect(client.finishes.map(\.reason) == [example.verdict == .suspending ? .suspended : .forbidden])
    #expect(house.clock.isIdle)
  }

  @Test func `switching a device off ends the playbacks of this device only`() throws {
    let house = try House(actuators: 2, vocabulary: .reasons)
    let client = try house.client()
    for actuator in house.actuators {
      _ = client.verdict(.play(.init(.name("effect"), device: actuator.id)))
    }
    var preferences = Preferences.unlimited
    preferences.devices["recorder 2"] = .off
    house.server.setPreferences(preferences)
    #expect(house.actuators.map(\.isOff) == [false, true])
  }

  @Test func `a buzz follows the strength that is set while it plays`() throws {
    let house = try House(vocabulary: .reasons)
    let client = try house.client(as: app)
    client.play("effect", playback: 1)
    house.clock.advance(by: .milliseconds(500))
    let full = house.motor.level.strong
    var preferences = Preferences.unlimited
    preferences[.media].strength = 0.5
    house.server.setPreferences(preferences)
    house.clock.advance(by: .milliseconds(500))
    let half = house.motor.level.strong
    preferences.applications["org.example.App"] = ApplicationPreferences()
    preferences.applications["org.example.App"]?.strength = 0.5
    house.server.setPreferences(preferences)
    house.clock.advance(by: .milliseconds(500))
    let quarter = house.motor.level.strong
    #expect(0 < quarter && quarter < half && half < full)
    house.server.setPreferences(.unlimited)
    house.clock.advance(by: .milliseconds(500))
    #expect(house.motor.level.strong == full)
    house.clock.advance(by: .seconds(10))
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  @Test func `strengths multiply, and what is felt at all stays felt`() throws {
    var preferences = Preferences.unlimited
    preferences[.touch].strength = 0.5
    preferences.applications["org.example.App"] = ApplicationPreferences()
    preferences.applications["org.example.App"]?.categories[.touch] = 0.5
    preferences.devices["recorder 1"] = DevicePreferences()
    preferences.devices["recorder 1"]?.strength = 0.5
    let house = try House(vocabulary: .reasons, preferences: preferences)
    let client = try house.client(as: app)
    client.play("tap", intensity: 32768)
    client.play("tap", intensity: 1)
    house.clock.advance(by: .seconds(1))
    #expect(try client.history().map(\.felt) == [4096, 1])
    #expect(house.motor.levels.count >= 2)
  }

  @Test func `a prepared effect is resident at its effective strength, also after a change`() throws {
    let house = try House(vocabulary: .reasons)
    let client = try house.client()
    let handle = Handle(rawValue: 1)!
    var preferences = Preferences.unlimited
    preferences[.touch].strength = 0.6
    house.server.setPreferences(preferences)
    _ = client.verdict(.prepare(.init(handle: handle, name: "tap")))
    func uploads(_ body: () -> Void) -> Set<Level> {
      let before = Set(house.motor.prepared.map(\.level))
      body()
      house.clock.advance(by: .seconds(1))
      return Set(house.motor.levels).subtracting(before).subtracting([.off])
    }
    #expect(uploads { client.verdict(.play(.init(.handle(handle)))) }.isEmpty)
    preferences[.touch].strength = 0.3
    house.server.setPreferences(preferences)
    #expect(uploads { client.verdict(.play(.init(.handle(handle)))) }.isEmpty)
  }

  @Test func `a monitor gets the preferences in force`() throws {
    let house = try House(vocabulary: .reasons)
    let watcher = try house.client()
    watcher.verdict(.monitor(.status))
    var preferences = Preferences.unlimited
    preferences.profile = .quiet
    house.server.setPreferences(
      preferences, report: PreferenceReport(theme: "hig", complaint: "a.toml:1:2", problems: 1))
    house.server.setCircumstances(.locked)
    house.server.setCircumstances(.locked)
    let statuses = watcher.events.compactMap { if case .status(let status) = $0 { status } else { nil } }
    #expect(statuses.map(\.profile) == [.quiet, .quiet])
    #expect(statuses.map(\.circumstances) == [[], .locked])
    guard case .status(let status) = watcher.ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.theme == "hig" && status.complaint == "a.toml:1:2" && status.problems == 1 && status.isEnabled)
  }

  @Test func `a machine that sleeps has silent motors, and asks for preparing when it wakes`() throws {
    let house = try House(vocabulary: .reasons)
    let client = try house.client()
    _ = client.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "tap")))
    client.play("effect", playback: 3)
    house.clock.advance(by: .milliseconds(100))
    house.server.suspend()
    #expect(house.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.suspended])
    #expect(client.play("tap")?.verdict == .suspending)
    house.server.remove(house.motor.id)
    _ = client.packets()
    house.server.resume()
    try house.add(9)
    #expect(client.events == [.reset])
    #expect(client.verdict(.play(.init(.handle(Handle(rawValue: 1)!))))?.verdict == .played)
  }
}
