internal import HapticPatterns
internal import HapticSystem
internal import Haptics
internal import MotionSensing
internal import MotorCalibration
internal import MotorRendering
internal import PreferenceFiles

/// A calibration in JSON.
struct CalibrationJSON: Encodable {
  struct Part: Encodable {
    let part: String
    let riseMicroseconds, riseErrorMicroseconds, fallMicroseconds, fallErrorMicroseconds: Int64
    let accelerationG, explained: Double
  }

  struct Setting: Encodable {
    let key: String
    let value: PreferenceValueJSON
  }

  let deviceID: UInt32?
  let deviceName, sensor, sensorName: String
  let sampleIntervalMicroseconds: Int64
  let noiseG: Double
  let vibrationCount, ignoredVibrationCount: Int
  let motors: [Part]
  /// The measured model, and the model in use before.
  let motor, formerMotor: MotorJSON
  /// Null for one motor.
  let weakGain: Double?
  let shakeDelayNanoseconds, shakeDelayErrorNanoseconds: Int64
  let settings: [Setting]
  let hardwareDatabase: [String]
  /// The settings file; null if nothing is saved.
  var file: String?
  var svgFile: String?

  init(_ result: CalibrationResult, hardware: [String]) throws(Failure) {
    let calibration = result.calibration
    deviceID = result.record.id?.rawValue
    deviceName = result.record.name
    sensor = result.place.path
    sensorName = result.place.name
    sampleIntervalMicroseconds = calibration.interval.wholeMicroseconds
    noiseG = calibration.noise.inThousandths
    vibrationCount = calibration.used
    ignoredVibrationCount = calibration.leftOut
    motors = result.motors.map { Part($0.name, $0.fit) }
    motor = MotorJSON(result.measured)
    formerMotor = MotorJSON(result.former)
    weakGain = calibration.gain?.inThousandths
    shakeDelayNanoseconds = calibration.latency.wholeNanoseconds
    shakeDelayErrorNanoseconds = calibration.latencyError.bounded.wholeNanoseconds
    settings = try result.settings().map { key, value in
      Setting(key: "\(key)", value: PreferenceValueJSON(value, of: key))
    }
    hardwareDatabase = hardware
  }
}

extension CalibrationJSON.Part {
  fileprivate init(_ name: String, _ fit: FittedMotor) {
    self.init(
      part: name, riseMicroseconds: fit.rise.wholeMicroseconds,
      riseErrorMicroseconds: fit.riseError.bounded.wholeMicroseconds, fallMicroseconds: fit.fall.wholeMicroseconds,
      fallErrorMicroseconds: fit.fallError.bounded.wholeMicroseconds,
      accelerationG: fit.acceleration.inThousandths, explained: fit.explained.inThousandths)
  }
}

extension Duration {
  /// An error of at most a second, because the error of a constant without influence has no bound.
  fileprivate var bounded: Duration { min(self, .seconds(1)) }
}

/// The vibrations of a calibration, for --dry-run, in JSON.
struct CalibrationPlanJSON: Encodable {
  let deviceID: UInt32
  let deviceName, sensor, sensorName: String
  let vibrationCount: Int
  let lengthMilliseconds: Double
}
