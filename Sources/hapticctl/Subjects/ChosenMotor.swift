internal import ArgumentParser
internal import Haptics
internal import MotorModel

/// The motor that a pattern is looked at on.
struct ChosenMotor {
  let model: MotorModel
  /// What it is, and why this one: `device 1, gpio-vibrator`.
  let title: String
  /// As people call it in a sentence: `erm`, `device 1`.
  let name: String
  /// Where it is a device of the daemon's.
  let record: DeviceRecord?

  /// A typical actuator of this name.
  init(preset name: String, _ model: MotorModel) {
    self.model = model
    self.name = name
    title = "\(name), a typical motor of that kind"
    record = nil
  }

  init(_ record: DeviceRecord) {
    model = MotorModel(record)
    name = "device \(record.id.map { "\($0.rawValue)" } ?? "-")"
    title = "\(name), \(record.name)"
    self.record = record
  }

  private init(assumedBecause reason: String) {
    model = MotorModel.presets[Self.fallback]!
    name = Self.fallback
    title = "\(Self.fallback), a typical motor, because \(reason)"
    record = nil
  }

  /// What is assumed where nothing is known: what phones have that have haptics at all.
  static let fallback = "lra"

  static let presetNames = MotorModel.presets.keys.sorted()

  /// The motor that somebody named: a preset, or the number of a device. Without a name it is the device that the
  /// daemon would play on, and where no daemon runs, a preset.
  ///
  /// - Throws: a failure that says what there is.
  static func named(_ name: String?) throws(Failure) -> ChosenMotor {
    guard let name else { return present }
    if let model = MotorModel.presets[name] { return ChosenMotor(preset: name, model) }
    guard let number = UInt32(name), number > 0 else {
      throw .usage(
        "there is no motor '\(name)'; there are \(presetNames.joined(separator: ", ")), "
          + "and the numbers in 'hapticctl devices'")
    }
    let record = try Session().devices().first { $0.id?.rawValue == number }
    guard let record, record.motor.motors > 0 else {
      throw .usage("there is no device \(number) that plays; 'hapticctl devices' lists them")
    }
    return ChosenMotor(record)
  }

  private static var present: ChosenMotor {
    let records: [DeviceRecord]
    do throws(Failure) { records = try Session().devices() } catch {
      return ChosenMotor(assumedBecause: "no daemon runs")
    }
    // In the daemon's order of preference.
    guard let record = records.first(where: { $0.state == .ready && $0.motor.motors > 0 }) else {
      return ChosenMotor(assumedBecause: "no device can play")
    }
    return ChosenMotor(record)
  }
}

extension MotorModel {
  /// In one line: `two motors, levels, 65 ms up, 90 ms down`.
  var words: String {
    var parts = [motorCount == 2 ? "two motors" : "one motor", isOnOff ? "on or off" : "levels"]
    if playsWaves { parts.append("waves") }
    parts.append("\(strong.rise.words) up")
    parts.append("\(strong.fall.words) down")
    if minimumInterval > .zero { parts.append("\(minimumInterval.words) between commands") }
    return parts.joined(separator: ", ")
  }
}

extension Duration {
  /// In the unit that suits it; see `duration(nanoseconds:)`.
  var words: String { self == .zero ? "0 ms" : duration(nanoseconds: Int64(self / .nanoseconds(1))) }

  /// A moment of a pattern: in milliseconds, however late, with a digit after the point where that says something.
  var momentWords: String {
    let tenths = (self / .microseconds(100)).rounded()
    return (tenths / 10).fixed(tenths.truncatingRemainder(dividingBy: 10) == 0 ? 0 : 1) + " ms"
  }
}

/// How commands are told a motor.
struct MotorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A typical motor (erm, lra, on-off, pad) or a device's number. The default is the daemon's device, or else lra.",
      valueName: "model"),
    completion: .list(ChosenMotor.presetNames))
  var motor: String?
}
