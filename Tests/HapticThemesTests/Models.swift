import HapticPatterns
import HapticThemes
import Testing

@testable import MotorModel

/// An actuator under a name that a failing test can print.
struct NamedModel: CustomTestStringConvertible {
  let name: String
  let model: MotorModel

  var testDescription: String { name }

  /// The presets, and what is assumed of devices nobody knows.
  static let all: [NamedModel] =
    MotorModel.presets.sorted { $0.key < $1.key }.map { NamedModel(name: $0.key, model: $0.value) }
    + MotorModel.Kind.allCases.map { NamedModel(name: "unknown \($0.rawValue)", model: .standard(for: $0)) }
}

extension MotorModel {
  /// The drive of a feedback of a theme.
  func drive(_ name: ShortName, of theme: Theme = .standard, intensity: Double = 1) -> Drive {
    drive(for: theme.vocabulary[name]!.pattern, intensity: intensity)
  }

  /// What that drive feels like.
  func felt(_ name: ShortName, of theme: Theme = .standard, intensity: Double = 1) -> FeltEnvelope {
    felt(drive(name, of: theme, intensity: intensity))
  }
}

extension FeltEnvelope {
  /// The mean strength of its pulses.
  var meanPeak: Double { pulses.map(\.peak).reduce(0, +) / Double(pulses.count) }

  /// The strength in the middle of each of so many equal parts, until the last of it is felt.
  func course(_ parts: Int) -> [Double] {
    let end = (samples.lastIndex { $0 > 0 } ?? 0) + 1
    return (0..<parts).map { samples[(end * (2 * $0 + 1)) / (2 * parts)] }
  }
}
