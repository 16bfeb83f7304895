import HapticPatterns
import HapticProtocol
import HapticServer
import HapticSystem
import MotorRendering
import Testing

@testable import HapticServer

@Suite struct PrecedenceTests {
  /// The treatment of the row's category while the column's plays: m mixed, d ducked, h held. In upper case, a new
  /// playback of the row's category is refused.
  static let table = """
                  touch keyboard notification ringtone alarm media accessibility
    touch         m     m        m            H        H     m     m
    keyboard      m     m        m            H        H     m     m
    notification  m     m        m            H        H     m     m
    ringtone      m     m        m            m        h     m     m
    alarm         m     m        m            m        m     m     m
    media         m     m        d            H        H     m     d
    accessibility m     m        m            m        m     m     m
    """

  @Test func `each pair is treated as the table says`() throws {
    let lines = Self.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let columns = try lines[0].map { try #require(Category(name: $0)) }
    #expect(Set(columns) == Set(Category.allCases))
    #expect(lines.dropFirst().map { $0[0] } == columns.map(\.name))
    for line in lines.dropFirst() {
      let category = try #require(Category(name: line[0]))
      for (other, letter) in zip(columns, line.dropFirst()) {
        let wanted: Treatment = letter == "m" ? .mixed : letter == "d" ? .ducked : .held
        #expect(Precedence.treatment(of: category, under: other) == wanted, "\(category) under \(other)")
        #expect(Precedence.refuses(category, under: other) == (letter == "H"), "\(category) under \(other)")
      }
    }
  }

  static let names: [Category: ShortName] = [
    .touch: "tap", .keyboard: "key", .notification: "message", .ringtone: "call", .alarm: "alarm", .media: "effect",
    .accessibility: "turn",
  ]

  @Test(arguments: Category.allCases, Category.allCases)
  func `two playbacks on one motor are treated as the table says`(first: Category, second: Category) throws {
    let bench = try ServerBench(preset: "pad", vocabulary: .reasons)
    let (one, other) = (try bench.client(), try bench.client())
    #expect(one.play(Self.names[first]!)?.verdict == .played)
    let verdict = other.play(Self.names[second]!)?.verdict
    #expect(verdict == (Precedence.refuses(second, under: first) ? .outranked : .played))
    bench.clock.advance(by: .seconds(30))
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `a call is felt unchanged over a game, and the game is felt again after it`() throws {
    let bench = try ServerBench(preset: "lra", vocabulary: .reasons)
    let (game, phone) = (try bench.client(), try bench.client())
    game.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(500))
    let before = bench.motor.level
    phone.play("call", playback: 1)
    bench.clock.advance(by: .milliseconds(500))
    let alone = try ServerBench(preset: "lra", vocabulary: .reasons)
    try alone.client().play("call")
    alone.clock.advance(by: .milliseconds(500))
    #expect(bench.motor.level == alone.motor.level)
    #expect(game.finishes.isEmpty)
    phone.send(.stop(nil))
    bench.clock.advance(by: .milliseconds(100))
    #expect(bench.motor.level == before)
    bench.clock.advance(by: .seconds(10))
    #expect(game.finishes.map(\.reason) == [.ended])
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `a held playback continues when the playback of higher priority ends`() throws {
    let bench = try ServerBench(preset: "lra", vocabulary: .reasons)
    let game = try bench.client()
    game.play("effect", playback: 1)
    bench.clock.advance(by: .milliseconds(100))
    try bench.client().play("call")
    bench.clock.advance(by: .milliseconds(4500))
    #expect(!bench.motor.isOff)
    bench.clock.advance(by: .seconds(5))
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }

  @Test func `a call waits silently beneath an alarm, and rings on when that ends`() throws {
    let bench = try ServerBench(preset: "lra", vocabulary: .reasons)
    let (clock, phone) = (try bench.client(), try bench.client())
    clock.play("alarm", playback: 1)
    bench.clock.advance(by: .milliseconds(400))
    let alarm = bench.motor.level
    #expect(phone.play("call", playback: 1)?.verdict == .played)
    bench.clock.advance(by: .milliseconds(500))
    #expect(bench.motor.level == alarm)
    clock.send(.stop(nil))
    bench.clock.advance(by: .milliseconds(200))
    let alone = try ServerBench(preset: "lra", vocabulary: .reasons)
    try alone.client().play("call")
    alone.clock.advance(by: .milliseconds(900))
    #expect(bench.motor.level == alone.motor.level)
  }

  @Test(arguments: ["lra", "pad", "on-off"])
  func `media is weaker under a notification, or silent if the motor has no weaker level`(preset: String) throws {
    let bench = try ServerBench(preset: preset, vocabulary: .reasons)
    let model = bench.motor.model
    let game = try bench.client()
    game.play("effect")
    bench.clock.advance(by: .milliseconds(800))
    let level = bench.motor.level
    let ducked = model.ducked(level)
    #expect(model.isOnOff ? ducked == .off : max(ducked.strong, ducked.weak) <= max(level.strong, level.weak) / 2)
    #expect(model.ducked(.off) == .off)
    try bench.client().play("message", intensity: 1)
    #expect(bench.motor.level != level || model.isOnOff)
    bench.clock.advance(by: .seconds(20))
    #expect(bench.motor.isOff && bench.clock.isIdle)
  }
}
