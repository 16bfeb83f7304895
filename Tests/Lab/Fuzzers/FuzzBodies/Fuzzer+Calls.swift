import FeedbackBus
import HapticPatterns
import MessageBus

extension Fuzzer {
  /// Calls of feedbackd's D-Bus interface: any values of the right types are accepted within the limits, or refused.
  static let calls = Fuzzer("calls") { (input) throws(Flaw) in
    var dice = Dice(input)
    repeat {
      if dice.flag() { try checkTrigger(&dice) } else { try checkVibrate(&dice) }
    } while !dice.isEmpty
  }

  private static func checkTrigger(_ dice: inout Dice) throws(Flaw) {
    let (application, event, timeout) = (dice.text(), dice.text(), dice.int32())
    let hints = BusValue.array((0..<dice.number() % 8).map { _ in dice.hint() }, of: "{sv}")
    guard let call = try? TriggerCall([.string(application), .string(event), hints, .int32(timeout)]) else { return }
    try require(!call.application.isEmpty && !call.feedback.isEmpty, "an empty name")
    try require(!"\(call.application)\(call.feedback)".utf8.contains { $0 < 0x20 }, "a control character in a name")
    try require(call.timeout.loops == (timeout >= 0), "\(timeout) loops: \(call.timeout.loops)")
    if let file = call.soundFile { try require(file.hasPrefix("/") && file.utf8.count <= 2048, file) }
  }

  private static func checkVibrate(_ dice: inout Dice) throws(Flaw) {
    let application = dice.text()
    let items = (0..<dice.number() % 16).map { _ in
      BusValue.structure([.double(dice.double()), .uint32(UInt32(bitPattern: dice.int32()))])
    }
    guard let call = try? VibrateCall([.string(application), .array(items, of: "(du)")]) else { return }
    let events = call.pattern.events
    try require(events.count <= 10, "\(events.count) events")
    // A tap may last longer than its item.
    let longestTap = Event.transientDuration(0)
    var last = Duration.zero
    for event in events {
      try require(event.time >= last && event.end <= .seconds(100) + longestTap, "\(event)")
      try require(event.intensity > .none, "\(event)")
      last = event.time
    }
  }
}

extension Dice {
  fileprivate mutating func text() -> String {
    String(decoding: (0..<Int(byte())).map { _ in byte() }, as: UTF8.self)
  }

  fileprivate mutating func int32() -> Int32 {
    Int32(truncatingIfNeeded: number() | number() << 16)
  }

  fileprivate mutating func double() -> Double {
    flag() ? share() * 2 - 0.5 : Double(bitPattern: UInt64(UInt32(bitPattern: int32())) << 32)
  }

  fileprivate mutating func hint() -> BusValue {
    let keys = ["profile", "important", "sound-file", "other", ""]
    let index = Int(byte())
    let key = index < keys.count ? keys[index] : text()
    return .entry(key: .string(key), value: .variant(value(depth: 0)))
  }

  private mutating func value(depth: Int) -> BusValue {
    switch byte() % 9 {
    case 0: .bool(flag())
    case 1: .string(["full", "quiet", "silent", "/a.oga"][Int(byte() % 4)])
    case 2: .int32(int32())
    case 3: .double(double())
    case 4: .byte(byte())
    case 5 where depth < 8: .variant(value(depth: depth + 1))
    case 6 where depth < 8: .array([.variant(value(depth: depth + 1))], of: "v")
    case 7 where depth < 8: .structure([value(depth: depth + 1), .uint64(UInt64(number()))])
    default: .string(text())
    }
  }
}
