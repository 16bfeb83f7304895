internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import MotorRendering

/// The motor models of devices: those of the hardware, with the measured properties of the user's settings.
final class MeasuredMotors {
  private let server: Server
  private var devices: [ShortName: DevicePreferences] = [:]
  private var entries: [DeviceID: (name: ShortName, hardware: MotorModel)] = [:]

  init(_ server: Server) { self.server = server }

  /// Returns the model for a device that will be added. The server gets another one when the settings change.
  func model(_ hardware: MotorModel, of id: DeviceID, named name: String) -> MotorModel {
    let name = ShortName(truncating: name)
    entries[id] = (name, hardware)
    return measured(hardware, name)
  }

  /// Adds a simulated device to the server by the name of a motor model.
  func simulate(_ preset: String) {
    guard let hardware = MotorModel.presets[preset] else { return }
    let (id, name) = (server.nextDeviceID(), "simulated \(preset)")
    server.add(Device(simulated: name, id, model: model(hardware, of: id, named: name)))
  }

  func remove(_ id: DeviceID) { entries[id] = nil }

  /// Puts other settings into force. Only devices whose model changes are affected.
  func apply(_ preferences: Preferences) {
    devices = preferences.devices
    for (id, entry) in entries { server.setModel(measured(entry.hardware, entry.name), of: id) }
  }

  private func measured(_ hardware: MotorModel, _ name: ShortName) -> MotorModel {
    devices[name].map { hardware.with($0.motor) } ?? hardware
  }
}

extension MotorModel {
  /// Returns the model with the measured properties of the user's settings, which have precedence. If these contain all
  /// times of its motors, it is the model of a measured unit.
  func with(_ measured: MotorPreferences) -> MotorModel {
    var model = self
    model.strong = model.strong.with(measured.rise, measured.fall)
    model.weak = model.weak?.with(measured.weakRise, measured.weakFall)
    if let deadband = measured.deadband { model.deadband = deadband.rawValue }
    let times = [measured.rise, measured.fall] + (weak == nil ? [] : [measured.weakRise, measured.weakFall])
    model.isMeasured = times.allSatisfy { $0 != nil }
    return model
  }
}

extension Motor {
  fileprivate func with(_ rise: Duration?, _ fall: Duration?) -> Motor {
    Motor(rise: rise ?? self.rise, fall: fall ?? self.fall)
  }
}
