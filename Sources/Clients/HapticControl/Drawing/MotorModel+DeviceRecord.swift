internal import HapticProtocol
internal import MotorRendering

extension MotorModel {
  /// The model that the daemon uses for a device.
  init(_ record: DeviceRecord) {
    let motor = record.motor
    self.init(
      kind: Kind(rawValue: record.kind.name) ?? .vibrator,
      strong: Motor(rise: .microseconds(motor.riseMicroseconds), fall: .microseconds(motor.fallMicroseconds)),
      weak: motor.motors == 2
        ? Motor(rise: .microseconds(motor.weakRiseMicroseconds), fall: .microseconds(motor.weakFallMicroseconds)) : nil,
      isOnOff: motor.isOnOff, deadband: Double(motor.deadband) / 65535,
      shortestPulse: .microseconds(motor.shortestPulseMicroseconds),
      minimumInterval: .microseconds(motor.minimumIntervalMicroseconds), floor: motor.floor,
      ceiling: motor.ceiling == 0 ? .max : motor.ceiling, playsWaves: motor.playsWaves,
      isMeasured: motor.isMeasured)
  }

  /// The magnitude in a level for each motor, with the title of its lane.
  var commands: [(title: String, magnitude: (Level) -> UInt16)] {
    motorCount == 2 ? [("strong", { $0.strong }), ("weak", { $0.weak })] : [("sent", { $0.strong })]
  }
}

extension Level {
  /// The level in an event of a monitor.
  init(_ change: LevelChange) {
    self.init(strong: change.strong, weak: change.weak, periodMilliseconds: UInt8(clamping: change.periodMilliseconds))
  }
}
