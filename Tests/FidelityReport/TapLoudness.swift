internal import FidelitySimulation
internal import Foundation
internal import HapticPatterns
internal import MotorRendering

/// The loudness of taps of ten strengths on one motor: whether a stronger tap feels stronger, on all units.
struct TapLoudness {
  static let strengths = (1...10).map { Double($0) / 10 }
  /// The least difference of two steps, in decibels.
  static let leastStep = 0.8

  let actuator: Actuator
  /// The loudness on the nominal unit, in decibels over that of a just noticeable vibration.
  let nominal: [Double]
  /// The least and the greatest loudness of the weakest tap, over all units.
  let weakest: (least: Double, most: Double)
  /// The number of units on which each tap is louder than the one before it.
  let ordered: Int

  var unitCount: Int { actuator.units.count }
  /// The least difference of two adjacent taps on the nominal unit, in decibels.
  var step: Double { Self.step(nominal) }
  var isMet: Bool { step >= Self.leastStep && ordered == unitCount }

  init(_ actuator: Actuator) {
    self.actuator = actuator
    let model = MotorModel.presets[actuator.preset]!
    let drives = Self.strengths.map { model.drive(for: [Event(.transient, intensity: Intensity($0), sharpness: 0.5)]) }
    func levels(_ unit: Actuator) -> [Double] {
      drives.map { 10 * log10(max(Impression($0, on: unit).energy, 1e-9) / Loudness.noticed) }
    }
    nominal = levels(actuator)
    let units = actuator.units.map(levels)
    weakest = (units.compactMap(\.first).min() ?? 0, units.compactMap(\.first).max() ?? 0)
    ordered = units.count { Self.step($0) > 0 }
  }

  private static func step(_ levels: [Double]) -> Double { zip(levels, levels.dropFirst()).map { $1 - $0 }.min() ?? 0 }

  static let head = [
    "### Taps of ten strengths", "",
    "Decibels over a just noticeable vibration, nominal; the least step (at least \(leastStep)); the units on which all "
      + "are in order; the weakest tap on the units.", "",
    "| motor | \(strengths.map { String(format: "%.1f", $0) }.joined(separator: " | ")) | step | in order | weakest |",
    "|" + String(repeating: "---|", count: strengths.count + 4),
  ]

  var text: String {
    let levels = nominal.map { String(format: "%.1f", $0) }.joined(separator: " | ")
    return "| \(actuator.title) | \(levels) | "
      + String(format: "%.2f | %d of %d | %.1f to %.1f |", step, ordered, unitCount, weakest.least, weakest.most)
  }
}
