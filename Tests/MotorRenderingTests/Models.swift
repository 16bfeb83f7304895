import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

extension NamedModel {
  static let all = usual

  static func preset(_ name: String) -> MotorModel { MotorModel.presets[name]! }
}

extension MotorModel {
  /// Returns the drive of a feedback of the standard vocabulary.
  func drive(_ name: ShortName, intensity: Double = 1) -> Drive {
    drive(for: Vocabulary.standard[name]!.pattern, intensity: intensity)
  }

  /// Returns the simulated sensation of a feedback.
  func felt(_ name: ShortName, intensity: Double = 1) -> FeltEnvelope { felt(drive(name, intensity: intensity)) }
}

extension Pattern {
  static func tap(_ intensity: Double, sharpness: Double) -> Pattern {
    [Event(.transient, intensity: Intensity(intensity), sharpness: Sharpness(sharpness))]
  }

  static func buzz(_ intensity: Double, sharpness: Double, milliseconds: Int) -> Pattern {
    [
      Event(
        .continuous(duration: .milliseconds(milliseconds)), intensity: Intensity(intensity),
        sharpness: Sharpness(sharpness))
    ]
  }

  /// Returns equal taps at equal intervals.
  static func taps(_ count: Int, every milliseconds: Int, intensity: Double = 1, sharpness: Double = 0.5) -> Pattern {
    Pattern(
      (0..<count).map {
        Event(
          .transient, at: .milliseconds(milliseconds * $0), intensity: Intensity(intensity),
          sharpness: Sharpness(sharpness))
      })
  }
}
