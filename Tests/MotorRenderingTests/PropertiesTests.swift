import MotorRendering
import Testing

@Suite struct PropertiesTests {
  /// Returns the model and the warnings.
  private func read(
    _ properties: [String: String], default kind: MotorModel.Kind = .vibrator
  ) -> (model: MotorModel, warnings: [String]) {
    var warnings: [String] = []
    let model = MotorModel(properties: properties, default: kind) { warnings.append($0) }
    return (model, warnings)
  }

  @Test(arguments: MotorModel.Kind.allCases)
  func `without properties, a model is the default of its kind`(kind: MotorModel.Kind) {
    let (model, warnings) = read([:], default: kind)
    #expect(model == .standard(for: kind))
    #expect(warnings.isEmpty)
    #expect(read(["HAPTIC_CLASS": kind.rawValue]).model == .standard(for: kind))
  }

  @Test func `every property is read`() {
    let (model, warnings) = read([
      "HAPTIC_CLASS": "gamepad", "HAPTIC_MOTORS": "2", "HAPTIC_ON_OFF": "0", "HAPTIC_RISE_MS": "61",
      "HAPTIC_FALL_MS": "82.5", "HAPTIC_WEAK_RISE_MS": "23", "HAPTIC_WEAK_FALL_MS": "34", "HAPTIC_DEADBAND": "12",
      "HAPTIC_SHORTEST_MS": "18", "HAPTIC_INTERVAL_MS": "25", "HAPTIC_FLOOR": "0x1000", "HAPTIC_CEILING": "51200",
      "HAPTIC_EQUAL_BYTES": "1", "HAPTIC_IGNORES_LENGTH": "not ours",
    ])
    #expect(warnings.isEmpty)
    #expect(
      model
        == MotorModel(
          kind: .gamepad, strong: Motor(rise: .milliseconds(61), fall: .microseconds(82_500)),
          weak: Motor(rise: .milliseconds(23), fall: .milliseconds(34)), deadband: 0.12,
          shortestPulse: .milliseconds(18), minimumInterval: .milliseconds(25), floor: 0x1000, ceiling: 51_200,
          equalBytes: true))
  }

  @Test func `a single motor has no weak motor; a second one has the properties of the first by default`() {
    #expect(read(["HAPTIC_MOTORS": "1"], default: .gamepad).model.weak == nil)
    let pair = read(["HAPTIC_MOTORS": "2", "HAPTIC_RISE_MS": "33"]).model
    #expect(pair.weak == pair.strong)
    #expect(pair.motorCount == 2)
  }

  @Test(arguments: [
    ("HAPTIC_CLASS", "phone"), ("HAPTIC_MOTORS", "3"), ("HAPTIC_MOTORS", "1.5"), ("HAPTIC_MOTORS", ""),
    ("HAPTIC_ON_OFF", "yes"), ("HAPTIC_RISE_MS", "0"), ("HAPTIC_RISE_MS", "-5"), ("HAPTIC_RISE_MS", "nan"),
    ("HAPTIC_RISE_MS", "1e9"), ("HAPTIC_FALL_MS", "fast"), ("HAPTIC_DEADBAND", "100"), ("HAPTIC_DEADBAND", "-1"),
    ("HAPTIC_SHORTEST_MS", "251"), ("HAPTIC_INTERVAL_MS", "inf"), ("HAPTIC_FLOOR", "0x10000"),
    ("HAPTIC_FLOOR", "-1"), ("HAPTIC_CEILING", "0"), ("HAPTIC_CEILING", "high"), ("HAPTIC_EQUAL_BYTES", "2"),
  ])
  func `an invalid value keeps the default, with one warning`(name: String, value: String) throws {
    let (model, warnings) = read([name: value], default: .gamepad)
    #expect(model == .standard(for: .gamepad))
    #expect(warnings.count == 1)
    #expect(try #require(warnings.first).contains(name))
  }

  @Test func `a floor above the ceiling is refused with it`() {
    let (model, warnings) = read(["HAPTIC_FLOOR": "0x8000", "HAPTIC_CEILING": "0x7fff"])
    #expect(model == .standard(for: .vibrator))
    #expect(warnings.count == 1)
  }

  @Test func `a warning names the valid range`() {
    #expect(read(["HAPTIC_RISE_MS": "fast"]).warnings == ["HAPTIC_RISE_MS=fast: must be a number from 0.1 to 1000"])
  }

  @Test func `the presets are erm, lra, on-off and pad`() {
    #expect(MotorModel.presets.keys.sorted() == ["erm", "lra", "on-off", "pad"])
  }
}
