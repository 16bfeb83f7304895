/// The shortest intervals at which two events can be felt apart on an actuator: a physical limit, for any player.
///
///     felt   p₁ ╭╮        ╭╮ p₂
///              ╱  ╲      ╱  ╲          p₁, p₂: the intended strengths
///             ╱    ╲____╱    ╲         valley: at most `Pulse.depth` of the weaker one
///     drive  ██          ██
///              |<------->| interval
///
/// Full drive and no drive are the fastest ways up and down, because these motors cannot brake. So the shortest
/// interval between a peak of p₁ and a peak of p₂ is found by search: full drive until p₁ is felt, the shortest pause
/// with a deep enough valley, full drive until p₂ is felt. On a gamepad, with either motor or both, whichever is
/// fastest. No player can be faster at these strengths, and a player with exact knowledge of the motor can be as fast.
///
/// A peak beyond the actuator's reach counts as its strongest one.
package struct Separability: Sendable {
  /// The intervals for strengths in steps of 0.1, from 0.1.
  private let table: [[Double]]
  private static let steps = 10

  package init(_ actuator: Actuator) {
    let searches = Self.choices(actuator).map { IntervalSearch(actuator, $0) }
    let reach = searches.map(\.reach).max() ?? 0
    let strengths = (1...Self.steps).map { min(Double($0) / 10, reach) }
    let tables = searches.map { $0.intervals(strengths) }
    table = strengths.indices.map { one in
      strengths.indices.map { other in tables.map { $0[one][other] }.min() ?? .infinity }
    }
  }

  private static func choices(_ actuator: Actuator) -> [(strong: Double, weak: Double)] {
    actuator.motors.count == 1 ? [(1, 0)] : [(1, 0), (0, 1), (1, 1)]
  }

  /// Returns the shortest interval in milliseconds from a peak of `first` to a peak of `second`, 0...1.
  package func interval(from first: Double, to second: Double) -> Double {
    func place(_ strength: Double) -> (low: Int, part: Double) {
      let place = min(max(strength * 10 - 1, 0), Double(Self.steps - 1))
      let low = min(Int(place), Self.steps - 2)
      return (low, place - Double(low))
    }
    let (one, other) = (place(first), place(second))
    func row(_ index: Int) -> Double {
      table[index][other.low] * (1 - other.part) + table[index][other.low + 1] * other.part
    }
    return row(one.low) * (1 - one.part) + row(one.low + 1) * one.part
  }
}
