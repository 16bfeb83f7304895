internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MotorRendering

extension Server {
  /// Adds a simulated device for each name of a motor model.
  func addSimulatedDevices(_ presets: [String], _ motors: MeasuredMotors) throws(Errno) {
    for preset in presets {
      guard let model = MotorModel.presets[preset] else { continue }
      let (id, name) = (nextDeviceID(), "simulated \(preset)")
      try add(Device(simulated: name, id, model: motors.model(model, of: id, named: name)))
    }
  }
}
