internal import ArgumentParser
internal import Haptics

/// The option for the accelerometer of a measurement.
struct SensorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The accelerometer: an event node, or the folder of an IIO sensor. The default is the device's own.",
      valueName: "path"), completion: .file())
  var sensor: String?
}

extension DaemonSession {
  /// The device with this name, or the one that the daemon would use.
  ///
  /// - Throws: a failure if there is none.
  func readyDevice(_ name: String?) throws(Failure) -> DeviceRecord {
    let records = try devices()
    if let name { return try ChosenDevice.named(name, among: records) }
    // The records are in the daemon's order of preference.
    guard let record = records.first(where: { $0.state == .ready && $0.motor.motors > 0 }) else {
      throw .refused("no device can play now; 'hapticctl doctor' shows the reason")
    }
    return record
  }
}
