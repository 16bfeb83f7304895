import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import Testing

/// Limits for clients in sandboxes, and the information that they get.
@Suite struct SandboxTests {
  private let sandboxed = Identity("org.example.App", from: .flatpak)

  @Test func `the statistics of a sandboxed client are its application's own`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let (inside, outside) = (try bench.client(as: sandboxed), try bench.client())
    outside.play("key")
    bench.clock.advance(by: .seconds(1))
    let none = try #require(inside.statistics())
    #expect(none[.played] == 0 && StatisticsReport.Stage.allCases.allSatisfy { none[stage: $0].count == 0 })
    #expect(none.uploads == 0 && none.writes == 0)
    inside.play("tap")
    #expect(try #require(inside.statistics())[.played] == 1)
  }

  @Test func `the device records of a sandboxed client do not change with the plays of others`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    var wheel = DeviceRecord(id: nil, state: .ignored, driver: .own, kind: .wheel, name: "wheel", path: "/dev/null")
    let plain = wheel
    wheel.uploadNanoseconds = 1
    wheel.playNanoseconds = 2
    wheel.errorNumber = 5
    bench.server.setUnused(wheel, at: wheel.path)
    let (inside, outside) = (try bench.client(as: sandboxed), try bench.client())
    #expect(inside.ask(DevicesQuery())?.records.last == plain)
    #expect(outside.ask(DevicesQuery())?.records.last == wheel)
  }

  @Test func `a sandboxed client resets no counters of others`() throws {
    let bench = try ServerBench(vocabulary: .reasons)
    let (inside, outside) = (try bench.client(as: sandboxed), try bench.client())
    outside.play("key")
    inside.play("tap")
    _ = inside.statistics(resetting: true)
    #expect(try #require(inside.statistics())[.played] == 0)
    #expect(try #require(outside.statistics())[.played] == 2)
  }

  @Test func `a hidden client cannot evade the setting of an application that is off`() throws {
    var preferences = Preferences.unlimited
    preferences.applications["org.example.Off"] = ApplicationPreferences(strength: .none)
    let bench = try ServerBench(vocabulary: .reasons, preferences: preferences)
    #expect(try bench.client(named: "anything", as: .hidden).play("tap")?.verdict == .applicationOff)
    #expect(try bench.client(as: sandboxed).play("tap")?.verdict == .played)
  }

  @Test func `hidden clients get the strength of the weakest application, or their own setting`() throws {
    var preferences = Preferences.unlimited
    preferences.applications["org.example.One"] = ApplicationPreferences(strength: 0.5)
    var other = ApplicationPreferences(strength: 0.8)
    other.categories[.keyboard] = 0.5
    other.mayBeImportant = true
    preferences.applications["org.example.Other"] = other
    #expect(preferences.hidden.strength(of: .touch) == 0.5)
    #expect(preferences.hidden.strength(of: .keyboard) == 0.4)
    #expect(!preferences.hidden.mayBeImportant)
    preferences.applications["hidden"] = ApplicationPreferences(strength: 0.9)
    #expect(preferences.hidden.strength(of: .keyboard) == 0.9)
    preferences.applications["hidden"]?.mayBeImportant = true
    let bench = try ServerBench(vocabulary: .reasons, preferences: preferences)
    let client = try bench.client(named: "org.example.One", as: .hidden)
    #expect(client.play("tap")?.verdict == .played)
    #expect(try bench.client().history().last?.felt == UInt16((0.9 * 65535).rounded(.up)))
    preferences.profile = .silent
    bench.server.setPreferences(preferences)
    #expect(client.verdict(.play(.init(.name("tap"), isImportant: true)))?.verdict == .profile)
    preferences.profile = .full
    preferences.applications["hidden"] = ApplicationPreferences(strength: .none)
    bench.server.setPreferences(preferences)
    #expect(client.play("tap")?.verdict == .applicationOff)
  }
}

extension Client {
  func statistics(resetting: Bool = false) -> StatisticsReport? {
    ask(StatisticsQuery(resetting: resetting))
  }
}

extension ApplicationPreferences {
  fileprivate init(strength: Intensity) {
    self.init()
    self.strength = strength
  }
}
