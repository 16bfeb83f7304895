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
    for unit in [actuator] + actuator.units {
      let felt = drives.map { Impression($0, on: unit) }
      for (index, impression) in felt.enumerated() where impression.energy < Loudness.noticed { unfelt[index] += 1 }
      for (index, one) in felt.enumerated() {
        for other in 0..<index where !one.isTold(from: felt[other]) {
          pairs["\(Self.names[other]) and \(Self.names[index])", default: 0] += 1
        }
      }
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
      + "alike: \(list(confusable.map { "\($0.pair) on \($0.units)" })); "
      + String(format: "full taps of all sharpnesses differ by %.1f dB.", sharpnessSpread)
  }
}

/// The properties of a felt drive that tell it from others.
private struct Impression {
  /// The highest energy over the time of summation, in squared accelerations.
  let energy: Double
  let pulses: Int
  /// The time in which it is felt, in milliseconds.
  let length: Int
  /// The loudness of the first half relative to the second, in decibels.
  let slope: Double

  init(_ drive: Drive, on actuator: Actuator) {
    let count = Int(drive.duration / .milliseconds(1)) + Intention.tail
    let shakes = actuator.shake(drive, milliseconds: count)
    let powers = shakes.map { $0.acceleration * $0.acceleration }
    var (sum, most) = (0.0, 0.0)
    for (moment, power) in powers.enumerated() {
      sum += power - (moment >= Loudness.summation ? powers[moment - Loudness.summation] : 0)
      most = max(most, sum)
    }
    energy = most
    let silence = [Double](repeating: 0, count: SkinWindow.reach)
    let felt = SkinWindow.integrated(silence + shakes.map { actuator.strength($0) } + silence)
    pulses = Pulse.count(in: felt).count
    length = felt.count { $0 >= Pulse.weakest }
    let half = powers.count / 2
    func level(_ part: ArraySlice<Double>) -> Double { 10 * log10(max(part.reduce(0, +), Loudness.noticed / 100)) }
    slope = level(powers[..<half]) - level(powers[half...])
  }

  /// Whether a user can tell the two: by the number of pulses, by a difference of loudness of 2.5 dB (Israr, Tan, Reed
  /// 2006), or by a difference of length of a third (Weber fractions of 0.2 to 0.3 for vibrations of 50...300 ms).
  func isTold(from other: Impression) -> Bool {
    if pulses != other.pulses { return true }
    if abs(10 * log10(max(energy, 1e-9) / max(other.energy, 1e-9))) >= 2.5 { return true }
    if pulses > 1, abs(slope - other.slope) >= 5 { return true }
    return Double(max(length, other.length)) >= 1.33 * Double(min(length, other.length))
  }
}
