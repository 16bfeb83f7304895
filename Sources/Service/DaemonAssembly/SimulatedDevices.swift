internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MotorRendering

extension Server {
  /// Adds a simulated device for each name of a motor model.
  func addSimulatedDevices(_ names: [String], _ motors: MeasuredMotors) throws(Errno) {
    for name in names {
      guard let model = MotorModel.presets[name] else { continue }
      let id = nextDeviceID()
      let actuator = SimulatedActuator(id, name: name, model: model)
      actuator.model = motors.model(model, of: id, named: actuator.record.name)
      try add(actuator)
    }
  }
}
