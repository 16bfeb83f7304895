package import HapticProtocol
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
