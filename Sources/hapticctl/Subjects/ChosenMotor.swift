internal import ArgumentParser
internal import Haptics
internal import MotorRendering

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

  /// The motor that a user names: a preset, or a device as `ChosenDevice` finds it. Without a name it is the device that
  /// the daemon would play on, and where no daemon runs, a preset.
  ///
  /// - Throws: a failure that says what there is.
  static func named(_ name: String?) throws(Failure) -> ChosenMotor {
    guard let name else { return present }
    if let model = MotorModel.presets[name] { return ChosenMotor(preset: name, model) }
    let records: [DeviceRecord]
    do throws(Failure) { records = try Session().devices() } catch {
      if ChosenDevice.isNumber(name) { throw error }
      throw .usage("there is no motor '\(name)'; there are \(presets), and without a running daemon no devices")
    }
    let record: DeviceRecord
    do throws(Failure) { record = try ChosenDevice.named(name, among: records) } catch {
      throw .usage("\(error.message); typical motors are \(presets)")
    }
    guard record.motor.motors > 0 else {
      throw .usage("the motor of '\(record.name)' is not known yet; 'hapticctl devices' shows the state of the device")
    }
    return ChosenMotor(record)
  }

  private static var presets: String { presetNames.joined(separator: ", ") }

  private static var present: ChosenMotor {
    let records: [DeviceRecord]
    do throws(Failure) { records = try Session().devices() } catch {
      return ChosenMotor(assumedBecause: "no daemon is running")
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
    parts.append("rise \(strong.rise.words)")
    parts.append("fall \(strong.fall.words)")
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

/// The motor for which commands forecast.
struct MotorOptions: ParsableArguments {
  @Option(
    name: [.customLong("motor"), .customLong("device")],
    help: ArgumentHelp(
      "A typical motor (erm, lra, on-off, pad), or a device's number, name or a unique part of the name. The default is "
        + "the daemon's device, or else lra.",
      valueName: "model"),
    completion: .motor)
  var motor: String?
}

/// The device on which commands play.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ChosenDevice.help + " The default is the daemon's choice.", valueName: "device"),
    completion: .device)
  var device: String?
}
