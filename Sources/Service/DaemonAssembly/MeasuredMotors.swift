internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MotorRendering

/// The motor models of devices: those of the hardware, with the measured properties of the user's settings.
final class MeasuredMotors {
  private struct Entry {
    let name: ShortName
    let hardware: MotorModel
    var current: MotorModel
  }

  private let server: Server
  private let log: Log
  private var devices: [ShortName: DevicePreferences] = [:]
  private var entries: [DeviceID: Entry] = [:]

  init(_ server: Server, log: Log) { (self.server, self.log) = (server, log) }

  /// Returns the model for a device that will be added. The server gets another one when the settings change.
  func model(_ hardware: MotorModel, of id: DeviceID, named name: String) -> MotorModel {
    let name = ShortName(truncating: name)
    let model = measured(hardware, name)
    entries[id] = Entry(name: name, hardware: hardware, current: model)
    return model
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
    for (id, entry) in entries {
      let model = measured(entry.hardware, entry.name)
      if model == entry.current { continue }
      entries[id]?.current = model
      server.setModel(model, of: id)
    }
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
