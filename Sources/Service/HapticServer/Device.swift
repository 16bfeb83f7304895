package import HapticProtocol
internal import HapticSystem
package import MotorDriving
package import MotorRendering

/// A device that the server plays on: one motor, or a pair of motors behind one force feedback node.
package struct Device {
  /// The number of the device for clients. It stays the same while the device is present.
  package let id: DeviceID
  /// The properties of the motors, for rendering.
  package var model: MotorModel
  package let sink: any MotorSink
  private let describe: () -> DeviceRecord

  /// - Parameter describe: returns the present record, without the number and the properties of the motors.
  package init(_ id: DeviceID, _ sink: any MotorSink, model: MotorModel, describe: @escaping () -> DeviceRecord) {
    self.id = id
    self.model = model
    self.sink = sink
    self.describe = describe
  }

  /// The record that `hapticctl devices` shows.
  package var record: DeviceRecord {
    var record = describe()
    record.id = id
    record.motor = DeviceRecord.MotorProperties(model)
    return record
  }
}

// Conversions of the motor model to the types of the protocol, and a line for the log.

extension DeviceRecord.MotorProperties {
  /// The properties of a model in the units of the protocol.
  package init(_ model: MotorModel) {
    self.init(
      motors: UInt8(model.motorCount), isOnOff: model.isOnOff, deadband: UInt16(model.deadband * 65535),
      riseMicroseconds: model.strong.rise.fieldMicroseconds, fallMicroseconds: model.strong.fall.fieldMicroseconds,
      weakRiseMicroseconds: model.weak?.rise.fieldMicroseconds ?? 0,
      weakFallMicroseconds: model.weak?.fall.fieldMicroseconds ?? 0,
      minimumIntervalMicroseconds: model.minimumInterval.fieldMicroseconds,
      shortestPulseMicroseconds: model.shortestPulse.fieldMicroseconds, floor: model.floor, ceiling: model.ceiling,
      playsWaves: model.playsWaves, isMeasured: model.isMeasured)
  }
}

extension DeviceRecord.Kind {
  package init(_ kind: MotorModel.Kind) {
    self =
      switch kind {
      case .vibrator: .vibrator
      case .gamepad: .gamepad
      case .wheel: .wheel
      case .joystick: .joystick
      case .touchpad: .touchpad
      }
  }
}

extension Duration {
  fileprivate var fieldMicroseconds: UInt32 { UInt32(clamping: wholeMicroseconds) }
}

extension DeviceRecord {
  /// The device and its state in one line.
  var summary: String {
    let place = path.isEmpty ? name : "\(name) (\(path))"
    let why = reason.isEmpty ? "" : ": \(reason)"
    return switch state {
    case .ready: "\(place) is ready, \(slots) slots\(why)"
    case .opening: "\(place) is being opened"
    case .ignored: "\(place) is ignored\(why)"
    case .noPermission: "\(place) may not be opened\(why)"
    case .failed: "\(place) failed\(why)"
    case .stalled: "\(place) does not respond\(why)"
    case .unknown: "\(place): \(state)\(why)"
    }
  }
}
