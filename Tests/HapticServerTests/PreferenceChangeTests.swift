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
    let bench = try ServerBench(vocabulary: .reasons, preferences: RefusalTests.preferences)
    let client = try bench.client(as: Identity(RefusalTests.app, from: .unit))
    client.play(example.feedback, playback: 1)
    bench.clock.advance(by: .milliseconds(50))
    #expect(!bench.motor.isOff)
    var preferences = RefusalTests.preferences
    example.preferences(&preferences)
    bench.server.setPreferences(preferences)
    bench.server.setCircumstances(example.circumstances)
    #expect(bench.motor.isOff)
    #expect(client.finishes.map(\.reason) == [example.verdict == .suspending ? .suspended : .forbidden])
    #expect(bench.clock.isIdle)
  }

  @Test func `switching a device off ends the playbacks of this device only`() throws {
    let bench = try ServerBench(actuators: 2, vocabulary: .reasons)
    let client = try bench.client()
    for actuator in bench.actuators {
      _ = client.verdict(.play(.init(.name("effect"), device: actuator.id)))
    }
    var preferences = Preferences.unlimited
    preferences.devices["recorder 2"] = .off
    bench.server.setPreferences(preferences)
    #expect(bench.actuators.map(\.isOff) == [false, true])
  }

  @Test func `a buzz follows the strength that is set while it plays`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client(as: app)
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(500))
    let full = bench.motor.level.strong
    var preferences = Preferences.unlimited
    preferences[.media].strength = 0.5
    bench.server.setPreferences(preferences)
    bench.clock.advance(by: .milliseconds(500))
    let half = bench.motor.level.strong
    preferences.applications["org.example.App"] = ApplicationPreferences()
    preferences.applications["org.example.App"]?.strength = 0.5
    bench.server.setPreferences(preferences)
    bench.clock.advance(by: .milliseconds(500))
    let quarter = bench.motor.level.strong
    #expect(0 < quarter && quarter < half && half < full)
    bench.server.setPreferences(.unlimited)
    bench.clock.advance(by: .milliseconds(500))
    #expect(bench.motor.level.strong == full)
    bench.clock.advance(by: .seconds(10))
    #expect(client.finishes.map(\.reason) == [.ended])
  }

  @Test func `the general strength multiplies that of a category, and at 0% nothing plays`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client(as: app)
    client.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(500))
    let full = bench.motor.level.strong
    var preferences = Preferences.unlimited
    (preferences.strength, preferences[.media].strength) = (0.5, 0.5)
    bench.server.setPreferences(preferences)
    bench.clock.advance(by: .milliseconds(500))
    #expect((1..<full).contains(bench.motor.level.strong))
    client.play("effect", playback: 2)
    bench.clock.advance(by: .milliseconds(20))
    #expect(try client.history().last?.felt == 16384)
    preferences.strength = 0
    bench.server.setPreferences(preferences)
    bench.clock.advance(by: .milliseconds(500))
    #expect(bench.motor.isOff)
    #expect(client.verdict(.play(.init(.name("tap"))))?.verdict == .switchedOff)
  }

  @Test func `strengths of settings multiply, and the result is still felt`() throws {
    var preferences = Preferences.unlimited
    preferences[.touch].strength = 0.5
    preferences.applications["org.example.App"] = ApplicationPreferences()
    preferences.applications["org.example.App"]?.categories[.touch] = 0.5
    preferences.devices["recorder 1"] = DevicePreferences()
    preferences.devices["recorder 1"]?.strength = 0.5
    let bench = try ServerBench(vocabulary: .reasons, preferences: preferences)
    let client = try bench.client(as: app)
    client.play("tap", intensity: 32768)
    client.play("tap", intensity: 1)
    bench.clock.advance(by: .seconds(1))
    #expect(try client.history().map(\.felt) == [4096, 1])
    #expect(bench.motor.levels.count >= 2)
  }

  @Test func `a prepared effect is resident at its effective strength, also after a change`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client()
    let handle = Handle(rawValue: 1)!
    var preferences = Preferences.unlimited
    preferences[.touch].strength = 0.6
    bench.server.setPreferences(preferences)
    _ = client.verdict(.prepare(.init(handle: handle, name: "tap")))
    func uploads(_ body: () -> Void) -> Set<Level> {
      let before = Set(bench.motor.prepared.map(\.level))
      body()
      bench.clock.advance(by: .seconds(1))
      return Set(bench.motor.levels).subtracting(before).subtracting([.off])
    }
    #expect(uploads { client.verdict(.play(.init(.handle(handle)))) }.isEmpty)
    preferences[.touch].strength = 0.3
    bench.server.setPreferences(preferences)
    bench.clock.advance(by: .seconds(1))
    #expect(uploads { client.verdict(.play(.init(.handle(handle)))) }.isEmpty)
  }

  @Test func `a handle is prepared on both motors of a handheld, also after a change of the strength`() throws {
    let bench = try ServerBench(actuators: 0, vocabulary: .reasons)
    for id in 1...2 as ClosedRange<UInt32> { try bench.add(id, name: "pwm-vibrator") }
    bench.clock.advance(by: .seconds(1))
    let client = try bench.client()
    // No other pattern has its levels.
    let pattern: Pattern = [Event(.continuous(duration: .milliseconds(50)), intensity: 0.7, sharpness: 0.1)]
    func newUploads(_ body: () -> Void) -> [Int] {
      let before = bench.actuators.map { Set($0.prepared) }
      body()
      return zip(bench.actuators, before).map { Set($0.prepared).subtracting($1).count }
    }
    func expectPrepared(_ body: () -> Void) {
      let uploads = newUploads(body)
      #expect(uploads[0] > 0 && uploads[1] == uploads[0])
      client.verdict(.play(.init(.handle(Handle(rawValue: 1)!))))
      bench.clock.advance(by: .seconds(1))
      for actuator in bench.actuators {
        #expect(!actuator.levels.isEmpty)
        #expect(Set(actuator.levels).subtracting([.off]).isSubset(of: actuator.prepared.map(\.level)))
      }
    }
    expectPrepared { client.define(pattern, as: 1, category: .touch) }
    var preferences = Preferences.unlimited
    preferences[.touch].strength = 0.6
    expectPrepared {
      bench.server.setPreferences(preferences)
      bench.clock.advance(by: .seconds(1))
    }
  }

  @Test func `a monitor gets the preferences in force`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let watcher = try bench.client()
    watcher.verdict(.monitor(.status))
    var preferences = Preferences.unlimited
    preferences.profile = .quiet
    bench.server.setPreferences(
      preferences, report: PreferenceReport(theme: "hig", complaint: "a.toml:1:2", problems: 1))
    bench.server.setCircumstances(.locked)
    bench.server.setCircumstances(.locked)
    let statuses = watcher.events.compactMap { if case .status(let status) = $0 { status } else { nil } }
    #expect(statuses.map(\.profile) == [.quiet, .quiet])
    #expect(statuses.map(\.circumstances) == [[], .locked])
    let status = try #require(watcher.ask(StatusQuery()))
    #expect(status.theme == "hig" && status.complaint == "a.toml:1:2" && status.problems == 1 && status.isEnabled)
  }

  @Test func `before sleep the motors are off, and after it clients are told to prepare again`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let client = try bench.client()
    _ = client.verdict(.prepare(.init(handle: Handle(rawValue: 1)!, name: "tap")))
    client.play("effect", playback: 3)
    bench.clock.advance(by: .milliseconds(100))
    bench.server.suspend()
    #expect(bench.motor.isOff)
    #expect(client.finishes.map(\.reason) == [.suspended])
    #expect(client.play("tap")?.verdict == .suspending)
    bench.server.remove(bench.motor.id)
    _ = client.packets()
    bench.server.resume()
    try bench.add(9)
    #expect(client.events == [.reset])
    #expect(client.verdict(.play(.init(.handle(Handle(rawValue: 1)!))))?.verdict == .played)
  }
}
