import Foundation
import MotorRendering
import Testing

/// All properties in `udev/60-hapticd.hwdb` must be valid for their readers.
@Suite struct HardwareDataTests {
  private struct Entry {
    var keys: [String] = []
    var properties: [String: String] = [:]
  }

  /// The properties that ForceFeedback reads; all others belong to the motor model, which refuses invalid ones.
  private static let ofTheDriver: Set = [
    "HAPTIC_STOP_BEFORE_LOWER", "HAPTIC_BLOCKING", "HAPTIC_REPLACES", "HAPTIC_CONSTANT", "HAPTIC_IGNORE",
  ]
  private static let ofTheMotor: Set = [
    "HAPTIC_CLASS", "HAPTIC_MOTORS", "HAPTIC_ON_OFF", "HAPTIC_RISE_MS", "HAPTIC_FALL_MS", "HAPTIC_WEAK_RISE_MS",
    "HAPTIC_WEAK_FALL_MS", "HAPTIC_DEADBAND", "HAPTIC_SHORTEST_MS", "HAPTIC_INTERVAL_MS", "HAPTIC_FLOOR",
    "HAPTIC_CEILING", "HAPTIC_EQUAL_BYTES",
    "HAPTIC_LONGEST_S", "HAPTIC_DUTY",
  ]

  private let text: String
  private let entries: [Entry]

  init() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    text = try String(contentsOf: repository.appendingPathComponent("udev/60-hapticd.hwdb"), encoding: .utf8)
    entries = text.components(separatedBy: "\n\n").map { block in
      var entry = Entry()
      for line in block.split(separator: "\n") {
        let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map(String.init)
        if line.hasPrefix("haptic:") { entry.keys.append(String(line)) }
        if line.hasPrefix(" ") { entry.properties[parts[0]] = parts[1] }
      }
      return entry
    }.filter { !$0.keys.isEmpty }
  }

  @Test func `every entry is read without a warning`() {
    #expect(entries.count > 20)
    for entry in entries {
      #expect(!entry.properties.isEmpty, "\(entry.keys)")
      var warnings: [String] = []
      _ = MotorModel(properties: entry.properties) { warnings.append($0) }
      #expect(warnings.isEmpty, "\(entry.keys): \(warnings)")
    }
  }

  @Test func `every property is known and explained at the top of the file`() {
    let used = Set(entries.flatMap(\.properties.keys))
    #expect(used.isSubset(of: Self.ofTheMotor.union(Self.ofTheDriver)))
    let explained = text.components(separatedBy: "##########")[0]
    for property in Self.ofTheMotor.union(Self.ofTheDriver) { #expect(explained.contains(property), "\(property)") }
  }

  @Test func `a phone's motor that can only be switched is known as such`() throws {
    let entry = try #require(entries.first { $0.keys == ["haptic:vibrator:*:name:gpio-vibrator:*"] })
    let model = MotorModel(properties: entry.properties)
    #expect(model.isOnOff)
    #expect(model.motorCount == 1)
  }
}
