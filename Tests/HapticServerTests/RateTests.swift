import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import Testing

@testable import HapticServer

@Suite struct RateTests {
  @Test func `typing at fifteen keys a second, and notches at twenty, are never slowed or dropped`() throws {
    let bench = try ServerBench(vocabulary: .reasons, preferences: Preferences())
    let keyboard = try bench.client()
    for key in 0..<3000 {
      #expect(keyboard.play("key")?.verdict == .played)
      // Two keys may come close together, because typing is not regular.
      bench.clock.advance(by: .milliseconds(key % 2 == 0 ? 35 : 98))
    }
    let wheel = try bench.client()
    for _ in 0..<2000 {
      #expect(wheel.play("tap")?.verdict == .played)
      bench.clock.advance(by: .milliseconds(50))
    }
  }

  @Test func `a flood is cut to the rate of its category, and costs another application nothing`() throws {
    let bench = try ServerBench(vocabulary: .reasons, preferences: Preferences())
    let flooding = try bench.client(as: Identity("flood", from: .unit))
    let other = try bench.client(as: Identity("calm", from: .unit))
    var played = 0
    for round in 0..<20_000 {
      // Names alternate, so that no play is a duplicate of the one before.
      if flooding.play(round % 2 == 0 ? "tap" : "key")?.verdict == .played { played += 1 }
      if round % 1000 == 0 { #expect(other.play("tap")?.verdict == .played) }
      bench.clock.advance(by: .microseconds(100))
    }
    // Two seconds of two categories: a burst and the rate for each, without the plays within the minimum gap.
    #expect(played <= 2 * (40 + 2 * 40))
    #expect(played >= 2 * 50)
  }

  @Test func `other connections, other names and reconnecting do not refill the rate limit`() throws {
    let bench = try ServerBench(vocabulary: .reasons, preferences: Preferences())
    func plays(_ client: Client) -> Int {
      (0..<10).count { _ in client.play("message")?.verdict == .played }
    }
    var preferences = Preferences()
    preferences.duplicateWindow = .zero
    bench.server.setPreferences(preferences)
    let first = try bench.client(named: "one")
    #expect(plays(first) == 5)
    #expect(plays(try bench.client(named: "two")) == 0)
    first.leave()
    #expect(plays(try bench.client(named: "three")) == 0)
    #expect(plays(try bench.client(as: Identity("org.example.App", from: .unit))) == 5)
    bench.clock.advance(by: .seconds(60))
    #expect(plays(try bench.client(named: "four")) == 5)
  }

  @Test func `the same feedback from toolkit and application is coalesced into one`() throws {
    let bench = try ServerBench(vocabulary: .reasons, preferences: Preferences())
    let app = Identity("org.example.App", from: .unit)
    let (toolkit, application) = (try bench.client(as: app), try bench.client(as: app))
    let other = try bench.client(as: Identity("org.example.Other", from: .unit))
    #expect(toolkit.play("tap")?.verdict == .played)
    bench.clock.advance(by: .milliseconds(29))
    #expect(application.play("tap")?.verdict == .coalesced)
    #expect(application.play("key")?.verdict == .played)
    #expect(other.play("tap")?.verdict == .played)
    bench.clock.advance(by: .milliseconds(1))
    #expect(application.play("tap")?.verdict == .played)
    // Media repeats feedback on purpose, and plays with different start times are different actions.
    #expect(application.play("effect")?.verdict == .played)
    #expect(application.play("effect")?.verdict == .played)
    let now = bench.clock.now.nanoseconds
    for start in [now + 100_000_000, now + 200_000_000] {
      let play = Request.Play(.name("turn"), startNanoseconds: start)
      #expect(application.verdict(.play(play))?.verdict == .played)
    }
  }

  @Test func `duplicates are recognised by their causes, however late they arrive`() throws {
    let bench = try ServerBench(vocabulary: .reasons, preferences: Preferences())
    let client = try bench.client()
    func play(cause: Instant) -> Verdict? {
      let play = Request.Play(.name("tap"), causeNanoseconds: cause.nanoseconds, deadlineMicroseconds: 500_000)
      return client.verdict(.play(play))?.verdict
    }
    let touch = bench.clock.now
    bench.clock.advance(by: .milliseconds(60))
    #expect(play(cause: touch) == .played)
    bench.clock.advance(by: .milliseconds(60))
    #expect(play(cause: touch) == .coalesced)
    #expect(play(cause: touch + .milliseconds(40)) == .played)
  }

  @Test func `stops have no rate limit`() throws {
    var preferences = Preferences()
    preferences[.media].rate = RateLimit(perSecond: 0.001, burst: 1)
    let bench = try ServerBench(vocabulary: .reasons, preferences: preferences)
    let client = try bench.client()
    client.play("effect", playback: 1)
    #expect(client.play("effect", playback: 2)?.verdict == .rateLimited)
    for _ in 0..<1000 { #expect(client.verdict(.stop(nil))?.verdict == .done) }
    #expect(bench.motor.isOff)
    preferences.isEnabled = false
    bench.server.setPreferences(preferences)
    #expect(client.verdict(.stopEverything)?.verdict == .done)
  }

  @Test func `a token bucket permits its burst, then its rate, with the minimum gap`() {
    let pace = Pace(RateLimit(perSecond: 10, burst: 3, gap: .milliseconds(5)))
    var bucket = TokenBucket()
    var now = Instant(nanoseconds: 1_000_000_000)
    func take() -> Bool { bucket.take(pace, at: now) }
    #expect(take())
    #expect(!take(), "within the gap")
    now = now + .milliseconds(5)
    #expect(take())
    now = now + .milliseconds(5)
    #expect(take())
    now = now + .milliseconds(5)
    #expect(!take(), "the burst is over")
    var taken = 0
    for _ in 0..<10_000 {
      now = now + .milliseconds(1)
      if take() { taken += 1 }
    }
    #expect((99...101).contains(taken))
  }

  @Test func `extreme rate limits do not overflow the token bucket`() {
    for limit in [
      RateLimit(perSecond: 1e-30, burst: .max), RateLimit(perSecond: 1e30, burst: 0),
      RateLimit(perSecond: 0, burst: -5),
    ] {
      var bucket = TokenBucket()
      let pace = Pace(limit)
      let isGiven = bucket.take(pace, at: Instant(nanoseconds: 5))
      #expect(isGiven)
      for moment in [Int64(5), 6, 1 << 40, 1 << 50] { _ = bucket.take(pace, at: Instant(nanoseconds: moment)) }
    }
  }
}
