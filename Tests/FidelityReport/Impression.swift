internal import FidelitySimulation
internal import Foundation
internal import MotorRendering

/// The properties of a felt drive that tell it from others.
struct Impression {
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
