internal import ArgumentParser
internal import Haptics
internal import MotionSensing

/// The accelerometer that feels the vibration of a device.
struct DeviceSensor {
  let place: MotionSensorPlace
  let sensor: any MotionSensor

  /// Finds and opens the accelerometer of a device.
  ///
  /// - Parameter path: an event node or a folder of an IIO sensor; nil to search for one.
  /// - Throws: a failure that names the searched places or the node that cannot be read, and the remedy.
  init(of record: DeviceRecord, at path: String?, _ finder: MotionSensorFinder = MotionSensorFinder()) throws(Failure) {
    place = try Self.place(of: record, at: path, finder)
    do throws(Errno) { sensor = try place.open() } catch { throw Self.failure(place, error) }
  }

  private static func place(
    of record: DeviceRecord, at path: String?, _ finder: MotionSensorFinder
  ) throws(Failure) -> MotionSensorPlace {
    if let path {
      if let place = finder.sensor(at: path) { return place }
      throw .usage(
        "\(path.shownName) is no accelerometer; give an event node such as /dev/input/event6, or a folder such as "
          + "/sys/bus/iio/devices/iio:device0")
    }
    if record.kind == .vibrator {
      if let place = finder.machineSensors.first { return place }
      throw .usage(
        "no accelerometer for '\(record.name)': /sys/bus/iio/devices has no sensor with in_accel_x_raw; "
          + "check that its driver is loaded, or name the sensor with --sensor")
    }
    if let place = finder.sensor(ofPad: record.path) { return place }
    throw .usage(
      "no motion sensor of '\(record.name)': no event node with INPUT_PROP_ACCELEROMETER has the parent device, uniq or "
        + "phys of \(record.path); the kernel has one for the DualSense, DualShock 4 and Switch Pro; for other "
        + "devices, name a sensor with --sensor")
  }

  static func failure(_ place: MotionSensorPlace, _ error: Errno) -> Failure {
    switch error {
    case .permissionDenied, .notPermitted:
      .usage(
        "\(place.path), the sensor '\(place.name)', cannot be read: \(error); install 70-hapticd.rules and connect the "
          + "device again, or run the command as a member of the group input")
    case .invalidArgument:
      .usage("\(place.path), the sensor '\(place.name)', does not tell its scale; name another one with --sensor")
    default: .usage("\(place.path), the sensor '\(place.name)', cannot be read: \(error); connect the device again")
    }
  }
}

struct SensorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The accelerometer: an event node, or the folder of an IIO sensor. The default is the device's own.",
      valueName: "path"), completion: .file())
  var sensor: String?
}

extension DaemonSession {
  /// The device with this name, or the one that the daemon would use.
  func readyDevice(_ name: String?) throws(Failure) -> (record: DeviceRecord, id: DeviceID) {
    let records = try devices()
    let record = try name.map { name throws(Failure) in try ChosenDevice.named(name, among: records) }
    guard let record = record ?? records.preferred, let id = record.id else {
      throw .refused("no device can play now; 'hapticctl doctor' shows the reason")
    }
    return (record, id)
  }
}
