// Motor models from the udev properties of a device, which come from the udev rules and the hardware database.
//
// | property                                  | value                                             |
// |-------------------------------------------|---------------------------------------------------|
// | HAPTIC_CLASS                              | vibrator, gamepad, wheel, joystick, touchpad      |
// | HAPTIC_MOTORS                             | 1 or 2                                            |
// | HAPTIC_ON_OFF                             | 1: anything but zero is full; 0: it has levels    |
// | HAPTIC_RISE_MS, HAPTIC_FALL_MS            | rest to 90 %, end of drive to 10 %: 0.1...1000    |
// | HAPTIC_WEAK_RISE_MS, HAPTIC_WEAK_FALL_MS  | the same for the high-frequency motor of a pair   |
// | HAPTIC_DEADBAND                           | percent of full drive that move nothing: 0...90   |
// | HAPTIC_SHORTEST_MS                        | shortest pulse that is felt: 0.1...250            |
// | HAPTIC_INTERVAL_MS                        | least time between commands: 0...250              |
// | HAPTIC_FLOOR, HAPTIC_CEILING              | useful magnitudes, 0...0xffff                     |
// | HAPTIC_EQUAL_BYTES                        | 1: both bytes of a magnitude must be equal        |
// | HAPTIC_LONGEST_S                          | seconds of full drive from rest: 1...3600         |
// | HAPTIC_DUTY                               | percent of full drive that may last: 1...99       |

extension MotorModel {
  /// Creates a model from the udev properties of a device. Missing properties keep the values of `standard(for:)`.
  ///
  /// - Parameters:
  ///   - properties: the udev properties of the device; those that are not in the table of this file are ignored.
  ///   - defaultKind: the kind of a device without a valid `HAPTIC_CLASS`.
  ///   - warn: called with one sentence for each invalid value; the standard value is used instead.
  public init(
    properties: [String: String], default defaultKind: Kind = .vibrator, warn: (String) -> Void = { _ in }
  ) {
    var reader = PropertyReader(properties: properties)
    self = .standard(for: reader.kind() ?? defaultKind)
    strong = reader.motor(strong, rise: "HAPTIC_RISE_MS", fall: "HAPTIC_FALL_MS")
    let count = reader.number("HAPTIC_MOTORS", in: 1...2, whole: true).map { Int($0) } ?? motorCount
    weak =
      count == 2 ? reader.motor(weak ?? strong, rise: "HAPTIC_WEAK_RISE_MS", fall: "HAPTIC_WEAK_FALL_MS") : nil
    isOnOff = reader.flag("HAPTIC_ON_OFF") ?? isOnOff
    deadband = reader.number("HAPTIC_DEADBAND", in: 0...90).map { $0 / 100 } ?? deadband
    shortestPulse = reader.duration("HAPTIC_SHORTEST_MS", in: 0.1...250) ?? shortestPulse
    minimumInterval = reader.duration("HAPTIC_INTERVAL_MS", in: 0...250) ?? minimumInterval
    equalBytes = reader.flag("HAPTIC_EQUAL_BYTES") ?? equalBytes
    (floor, ceiling) = reader.window(floor, ceiling)
    endurance.longestBuzz =
      reader.number("HAPTIC_LONGEST_S", in: 1...3600).map { .milliseconds(Int64($0 * 1000)) } ?? endurance.longestBuzz
    endurance.duty = reader.number("HAPTIC_DUTY", in: 1...99).map { $0 / 100 } ?? endurance.duty
    for warning in reader.warnings { warn(warning) }
  }
}

/// Reads properties and collects warnings about invalid values.
private struct PropertyReader {
  let properties: [String: String]
  var warnings: [String] = []

  mutating func kind() -> MotorModel.Kind? {
    let kinds = MotorModel.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    return read("HAPTIC_CLASS", "one of \(kinds)") { MotorModel.Kind(rawValue: $0) }
  }

  mutating func motor(_ standard: Motor, rise: String, fall: String) -> Motor {
    Motor(
      rise: duration(rise, in: 0.1...1000) ?? standard.rise, fall: duration(fall, in: 0.1...1000) ?? standard.fall)
  }

  mutating func duration(_ name: String, in range: ClosedRange<Double>) -> Duration? {
    number(name, in: range).map { Duration(roundingMilliseconds: $0) }
  }

  mutating func flag(_ name: String) -> Bool? { read(name, "0 or 1") { ["0": false, "1": true][$0] } }

  mutating func number(_ name: String, in range: ClosedRange<Double>, whole: Bool = false) -> Double? {
    read(name, "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))") { text in
      let number = whole ? Int(text).map(Double.init) : Double(text)
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads floor and ceiling, which are valid only together.
  mutating func window(_ floor: UInt16, _ ceiling: UInt16) -> (floor: UInt16, ceiling: UInt16) {
    let read = (floor: magnitude("HAPTIC_FLOOR") ?? floor, ceiling: magnitude("HAPTIC_CEILING") ?? ceiling)
    if read.ceiling > 0, read.floor <= read.ceiling { return read }
    warnings.append("HAPTIC_FLOOR and HAPTIC_CEILING: the floor must not be above the ceiling, the ceiling not 0")
    return (floor, ceiling)
  }

  private mutating func magnitude(_ name: String) -> UInt16? {
    read(name, "a magnitude from 0 to 0xffff") {
      $0.hasPrefix("0x") ? UInt16($0.dropFirst(2), radix: 16) : UInt16($0)
    }
  }

  /// Reads a property, with a warning if it is not what is wanted.
  private mutating func read<Value>(_ name: String, _ wanted: String, _ parse: (String) -> Value?) -> Value? {
    guard let text = properties[name] else { return nil }
    let value = parse(text)
    if value == nil { warnings.append("\(name)=\(text): must be \(wanted)") }
    return value
  }

  private func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
