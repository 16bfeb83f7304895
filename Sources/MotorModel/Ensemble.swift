/// The motors that take part in a stroke, driven alike, from where they are when it starts.
///
/// A hand feels their vibrations together: at different frequencies, powers add.
struct Ensemble {
  private let members: [(motor: Motor, start: Double)]

  init(_ members: [(motor: Motor, start: Double)]) { self.members = members }

  /// The common amplitude at the start.
  var amplitude: Double { amplitude(drive: 0, after: 0) }

  /// The common amplitude `milliseconds` after the start, under a constant `drive` of each motor.
  func amplitude(drive: Double, after milliseconds: Double) -> Double {
    var power = 0.0
    for (motor, start) in members {
      let amplitude = motor.amplitude(from: start, drive: drive, after: milliseconds)
      power += amplitude * amplitude
    }
    return power.squareRoot()
  }

  /// The drive under which the motors come to rest at the common amplitude `goal`.
  func steadyDrive(at goal: Double) -> Double { goal / Double(members.count).squareRoot() }

  /// How long a drive takes to bring the motors to `goal`, in milliseconds; 0 if they are there already, and longer
  /// than any motor needs for anything if it never does.
  ///
  /// An exponential never arrives: goals above 0.99 count as 0.99.
  func climb(to goal: Double, drive: Double = 1) -> Double {
    least(upTo: Self.longest) { amplitude(drive: drive, after: $0) >= min(goal, 0.99) }
  }

  /// How long the motors take without drive to come down to `goal`, in milliseconds.
  func coast(to goal: Double) -> Double {
    least(upTo: Self.longest) { amplitude(drive: 0, after: $0) <= goal }
  }

  /// The drive, 0...1, that brings the motors to `goal` within `milliseconds`; 1 if none does.
  func drive(to goal: Double, within milliseconds: Double) -> Double {
    least(upTo: 1) { amplitude(drive: $0, after: milliseconds) >= goal }
  }

  /// The same motors after a push.
  func after(_ push: Push) -> Ensemble {
    Ensemble(
      members.map { ($0.motor, $0.motor.amplitude(from: $0.start, drive: push.drive, after: push.milliseconds)) })
  }

  /// Motors of up to a second have arrived anywhere by then.
  private static let longest = 5000.0

  /// The least value from 0 to `limit` from which on `condition` holds, by bisection: to a ten-thousandth of a
  /// millisecond, and for one motor or two alike. `limit` if it never does.
  private func least(upTo limit: Double, where condition: (Double) -> Bool) -> Double {
    if condition(0) { return 0 }
    var (low, high) = (0.0, limit)
    for _ in 0..<26 {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
