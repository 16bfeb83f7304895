internal import ArgumentParser
package import Haptics
package import MotorRendering

/// The motor for a forecast.
package struct ChosenMotor: Sendable {
  package let model: MotorModel
  /// The description of the motor, such as `device 1, gpio-vibrator`, and the reason for a default.
  package let title: String
  /// The name in sentences: `erm`, `device 1`.
  package let name: String
  /// The record of the daemon's device; nil for a typical motor.
  package let record: DeviceRecord?

  /// A typical motor.
  ///
  /// - Parameter reason: why it is assumed; nil for one that was chosen.
  init(preset name: String, _ model: MotorModel, because reason: String? = nil) {
    self.model = model
    self.name = name
    title = "\(name), a typical motor" + (reason.map { ", because \($0)" } ?? " of that kind")
    record = nil
  }

  package init(_ record: DeviceRecord) {
    model = MotorModel(record)
    name = "device \(record.id.map { "\($0.rawValue)" } ?? "-")"
    title = "\(name), \(record.name)"
    self.record = record
  }

  /// The names of the option for a motor.
  static let optionNames: NameSpecification = [.customLong("motor"), .customLong("device")]

  /// - Parameter more: what else the option takes.
  static func help(_ more: String = "") -> ArgumentHelp {
    ArgumentHelp(
      "A typical motor (erm, lra, on-off, pad), or a device's number, name or a unique part of the name\(more). The "
        + "default is the daemon's device, or else lra.",
      valueName: "model")
  }

  /// The default without a device: the type of motor in phones with good haptics.
  package static let fallback = "lra"

  package static let presetNames = MotorModel.presets.keys.sorted()

  /// Finds a motor by the name of a typical motor, or a device as `ChosenDevice` does. Without a name, chooses the
  /// device that the daemon would use, or a typical motor if no daemon is running or no device can play.
  package static func named(
    _ name: String?, _ daemon: OptionalDaemon = OptionalDaemon()
  ) throws(Failure) -> ChosenMotor {
    guard let name else { return present(daemon) }
    if let model = MotorModel.presets[name] { return ChosenMotor(preset: name, model) }
    let hint = name.contains(",") ? "; only plot takes several motors" : ""
    let records: [DeviceRecord]
    do throws(Failure) { records = try devices(daemon) } catch {
      if ChosenDevice.isNumber(name) { throw error }
      let absence = error.absence?.rawValue ?? error.message
      throw .usage("there is no motor '\(name)'; there are \(presets), and no devices, because \(absence)\(hint)")
    }
    let record: DeviceRecord
    do throws(Failure) { record = try ChosenDevice.named(name, among: records) } catch {
      throw .usage("\(error.message); typical motors are \(presets)\(hint)")
    }
    guard record.motor.motors > 0 else {
      throw .usage("the motor of '\(record.name)' is not known yet; 'hapticctl devices' shows the state of the device")
    }
    return ChosenMotor(record)
  }

  /// Finds several motors, with commas between them: `erm,lra,pad`. A device whose own name has a comma is found first.
  static func list(_ names: String?, _ daemon: OptionalDaemon) throws(Failure) -> [ChosenMotor] {
    guard let names, names.contains(",") else { return [try named(names, daemon)] }
    if let whole = try? named(names, daemon) { return [whole] }
    return try names.split(separator: ",", omittingEmptySubsequences: false).map { name throws(Failure) in
      try named(String(name), daemon)
    }
  }

  private static var presets: String { presetNames.joined(separator: ", ") }

  private static func devices(_ daemon: OptionalDaemon) throws(Failure) -> [DeviceRecord] {
    try daemon.ask { session throws(Failure) in try session.devices() }
  }

  private static func present(_ daemon: OptionalDaemon) -> ChosenMotor {
    var reason = "no device can play"
    do throws(Failure) {
      if let record = try devices(daemon).preferred { return ChosenMotor(record) }
    } catch {
      reason = error.absence?.rawValue ?? error.message
    }
    return ChosenMotor(preset: fallback, MotorModel.presets[fallback]!, because: reason)
  }
}

extension [DeviceRecord] {
  /// The device that the daemon would use: the records are in its order of preference.
  var preferred: DeviceRecord? { first { $0.state == .ready && $0.motor.motors > 0 } }
}

extension MotorModel {
  /// The model in one line: `two motors, levels, rise 65 ms, fall 90 ms`.
  package var words: String {
    var parts = [motorCount == 2 ? "two motors" : "one motor", isOnOff ? "on or off" : "levels"]
    if playsWaves { parts.append("waves") }
    parts += ["rise \(strong.rise.words)", "fall \(strong.fall.words)"]
    if isMeasured { parts.append("measured") }
    if minimumInterval > .zero { parts.append("\(minimumInterval.words) between commands") }
    return parts.joined(separator: ", ")
  }
}

extension Duration {
  /// The duration in a suitable unit; see `duration(nanoseconds:)`.
  var words: String { self == .zero ? "0 ms" : duration(nanoseconds: Int64(self / .nanoseconds(1))) }

  /// A time in a pattern, always in milliseconds, with one decimal digit unless it is 0.
  package var momentWords: String {
    let tenths = (self / .microseconds(100)).rounded()
    return (tenths / 10).fixed(tenths.truncatingRemainder(dividingBy: 10) == 0 ? 0 : 1) + " ms"
  }
}

struct PlaceOptions: ParsableArguments {
  @OptionGroup var target: DeviceOptions

  @Option(
    help: "The location, if no device is given: phone, gamepad, hand or everywhere.", completion: .locality,
    transform: parseChoice(Locality.allCases) { $0.name })
  var locality: Locality?

  func validate() throws { try expectAtMostOne(of: ["--device": target.device != nil, "--locality": locality != nil]) }
}

struct DeviceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(ChosenDevice.help + " The default is the daemon's choice.", valueName: "device"),
    completion: .device)
  var device: String?
}
