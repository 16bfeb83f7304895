public import HapticProtocol
public import MotorDriving
public import MotorRendering

/// A device that the server plays on: one motor, or a pair of motors behind one force feedback node.
public struct Device {
  /// The number of the device for clients. It stays the same while the device is present.
  public let id: DeviceID
  /// The properties of the motors, for rendering.
  public var model: MotorModel
  /// The motors.
  public let sink: any MotorSink
  private let describe: () -> DeviceRecord

  /// - Parameter describe: returns the present record, without the number and the properties of the motors.
  public init(_ id: DeviceID, _ sink: any MotorSink, model: MotorModel, describe: @escaping () -> DeviceRecord) {
    self.id = id
    self.model = model
    self.sink = sink
    self.describe = describe
  }

  /// The record that `hapticctl devices` shows.
  public var record: DeviceRecord {
    var record = describe()
    record.id = id
    record.motor = DeviceRecord.MotorProperties(model)
    return record
  }
}
