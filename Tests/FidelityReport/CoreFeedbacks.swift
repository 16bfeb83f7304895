internal import FidelitySimulation
internal import Foundation
internal import HapticPatterns
internal import HapticThemes
internal import MotorRendering

/// The nine core feedbacks of the standard theme on one motor: whether they are felt, and told apart, on all units.
struct CoreFeedbacks {
  static let names: [ShortName] = [
    "impact.light", "impact.medium", "impact.heavy", "impact.soft", "impact.rigid", "selection", "success", "warning",
    "error",
  ]

  let actuator: Actuator
  /// The names that an energy detector does not notice, with the number of units.
  private(set) var unfelt: [(name: ShortName, units: Int)] = []
  /// Pairs that no difference tells apart, with the number of units, the most frequent first.
  private(set) var confusable: [(pair: String, units: Int)] = []
  /// The pairs of the nominal unit, and the largest number of pairs of one unit.
  private(set) var nominal: [String] = []
  private(set) var mostOfAUnit = 0
  /// The units on which `success` is felt as its three pulses, by the number of units.
  private(set) var wholeSuccess = 0
  /// The mean over units of the difference between the loudest and the softest of full taps of all sharpnesses, in
  /// decibels.
  private(set) var sharpnessSpread = 0.0

  var unitCount: Int { actuator.units.count + 1 }

  init(_ actuator: Actuator) {
    self.actuator = actuator
    let model = MotorModel.presets[actuator.preset]!
    let drives = Self.names.map { model.drive(for: Theme.standard.vocabulary[$0]!.pattern) }
    let taps = stride(from: 0, through: 1, by: 0.125).map { sharpness in
      model.drive(for: [Event(.transient, intensity: 1, sharpness: Sharpness(sharpness))])
    }
    var unfelt = [Int](repeating: 0, count: Self.names.count)
    var pairs: [String: Int] = [:]
    for (number, unit) in ([actuator] + actuator.units).enumerated() {
      var own: [String] = []
      let felt = drives.map { Impression($0, on: unit) }
      for (index, impression) in felt.enumerated() where impression.energy < Loudness.noticed { unfelt[index] += 1 }
      for (index, one) in felt.enumerated() {
        for other in 0..<index where !one.isTold(from: felt[other]) {
          own.append("\(Self.names[other]) and \(Self.names[index])")
        }
      }
      for pair in own { pairs[pair, default: 0] += 1 }
      if number == 0 { nominal = own }
      mostOfAUnit = max(mostOfAUnit, own.count)
      if felt[6].pulses == 3 { wholeSuccess += 1 }
      let energies = taps.map { Impression($0, on: unit).energy }
      sharpnessSpread += 10 * log10((energies.max() ?? 1) / max(energies.min() ?? 1, 1e-9)) / Double(unitCount)
    }
    self.unfelt = zip(Self.names, unfelt).filter { $1 > 0 }.map { (name: $0, units: $1) }
    confusable = pairs.map { (pair: $0, units: $1) }.sorted { ($1.units, $0.pair) < ($0.units, $1.pair) }
  }

  var text: String {
    func list(_ parts: [String]) -> String { parts.isEmpty ? "none" : parts.joined(separator: ", ") }
    return "* \(actuator.title), \(unitCount) units: unfelt \(list(unfelt.map { "\($0.name) on \($0.units)" })); "
      + "success is three pulses on \(wholeSuccess); "
      + "alike on the nominal unit: \(list(nominal)), at most \(mostOfAUnit) pairs on a unit: \(list(confusable.map { "\($0.pair) on \($0.units)" })); "
      + String(format: "full taps of all sharpnesses differ by %.1f dB.", sharpnessSpread)
  }
}
