public import HapticProtocol

extension DeviceRecord {
  /// The number of motors, 1 or 2; 0 if the daemon does not use the device.
  public var motorCount: Int { Int(motor.motors) }

  /// Whether the motor has levels; otherwise it is only on or off. The daemon renders intensities on both.
  public var hasLevels: Bool { motorCount > 0 && !motor.isOnOff }

  /// Whether the device plays waves of a given period, which sharpness sets, instead of turning a motor.
  public var playsWaves: Bool { motor.playsWaves }
}
