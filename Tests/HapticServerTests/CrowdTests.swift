import EventLoop
import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import HapticServer

/// Many playbacks on one motor: their changes and their rendering must not keep the requests of clients waiting.
@Suite struct CrowdTests {
  /// Loops of different levels and lengths, which change at different times.
  private func crowd(of count: Int, on bench: ServerBench) throws -> [Client] {
    try (0..<(count + Limits.playbacks - 1) / Limits.playbacks).map { number in
      let client = try bench.client(as: Identity(ShortName(truncating: "app\(number)"), from: .unit))
      for playback in 1...UInt32(min(Limits.playbacks, count - number * Limits.playbacks)) {
        #expect(client.define(Self.pattern(Int(playback)), as: playback)?.verdict == .done)
        #expect(client.play(handle: playback, playback: playback)?.verdict == .played)
        let loop = Request.Transport(PlaybackID(rawValue: playback)!, .loop(Loop()))
        #expect(client.verdict(.transport(loop))?.verdict == .done)
      }
      return client
    }
  }

  private static func pattern(_ number: Int) -> Pattern {
    let length = 20 + number % 13
    return Pattern(
      (0..<4).map { (index: Int) -> Event in
        let strength = (number * 7 + index * 5) % 64
        return Event(
          .continuous(duration: .milliseconds(length / 5)), at: .milliseconds(index * length / 4),
          intensity: Intensity(0.3 + Double(strength) / 100), sharpness: 0.5)
      })
  }

  @Test func `with many playbacks, changes take at most half of the time`() throws {
    let bench = try ServerBench()
    let clients = try crowd(of: 40, on: bench)
    while bench.clock.ringDue(.normal) {}
    for cost in [Duration.zero, .milliseconds(3), .milliseconds(20)] {
      bench.motor.writeTime = cost
      var longest = Duration.zero
      for _ in 0..<100 {
        bench.clock.stall(for: max(bench.clock.next(.stop) - bench.clock.now, .zero))
        let begin = bench.clock.now
        #expect(bench.clock.ringDue(.stop))
        let end = bench.clock.now
        longest = max(longest, end - begin)
        #expect(bench.clock.next(.stop) >= end + max(end - begin, .milliseconds(1)))
      }
      #expect(longest >= cost)
    }
    withExtendedLifetime(clients) {}
  }

  @Test func `with many playbacks, requests of clients come before rendering`() throws {
    let bench = try ServerBench()
    let clients = try crowd(of: 40, on: bench)
    while bench.clock.ringDue(.normal) {}
    // Until all of them need more.
    bench.clock.stall(for: Stream.ahead.far)
    let rendered = bench.motor.prepared.count
    while bench.clock.ringDue(.stop) {}
    #expect(bench.motor.prepared.count == rendered)
    #expect(bench.clock.ringDue(.normal))
    withExtendedLifetime(clients) {}
  }

  @Test func `with many playbacks, a stop is executed at once`() throws {
    let bench = try ServerBench()
    let clients = try crowd(of: 96, on: bench)
    bench.clock.stall(for: .milliseconds(300))
    for client in clients {
      #expect(client.verdict(.stop(PlaybackID(rawValue: 5)))?.count == 1)
      #expect(client.verdict(.stop(nil))?.count == UInt64(Limits.playbacks - 1))
    }
    #expect(bench.motor.isOff)
    #expect(bench.clock.isIdle)
  }
}
