internal import Glibc
package import MotorRendering

/// The constants of the motors of a device, fitted to the envelopes of its vibrations.
///
/// The fit minimises the squared difference between measured and simulated acceleration. The simulation is the
/// renderer's own model of the motors, so that the result is the model whose vibrations are most similar to the
/// measured ones, whatever the motors are. Two motors turn at different frequencies, so that their energies add, and a
/// vibration of both determines the constants of both.
struct MotorFit {
  /// The constants, in milliseconds and fractions of full drive.
  struct Constants {
    var motors: [(rise: Double, fall: Double)]
    var delay, deadband: Double
  }

  /// The energies of the motors at the time of a cell, as fractions of those of full vibration.
  private typealias Energies = (strong: Double, weak: Double)
  /// The energies of full vibration, in g².
  private typealias Powers = (strong: Double, weak: Double)

  private let model: MotorModel
  private let envelopes: [ShakeEnvelope]
  /// The energy of the sensor's noise.
  private let noise: Double
  private let fitsDeadband: Bool

  init(_ model: MotorModel, _ envelopes: [ShakeEnvelope], noise: Double) {
    self.model = model
    self.envelopes = envelopes
    self.noise = noise
    let levels = Set(envelopes.flatMap { $0.steps.map { max($0.level.strong, $0.level.weak) } }.filter { $0 > 0 })
    fitsDeadband = !model.isOnOff && levels.count > 1
  }

  // MARK: Variables

  // The search varies logarithms of rise and fall of each motor, then the delay, then the deadband.

  private var count: Int { model.motorCount }
  private var delayIndex: Int { 2 * count }

  private func constants(_ place: [Double]) -> Constants {
    func time(_ index: Int) -> Double { min(max(exp(place[index]), 1), 1000) }
    return Constants(
      motors: (0..<count).map { (time(2 * $0), time(2 * $0 + 1)) }, delay: max(place[delayIndex], 0),
      deadband: fitsDeadband ? min(max(place[delayIndex + 1], 0), 0.9) : model.deadband)
  }

  /// A value for each variable: for rise and fall of each motor, the delay, and the deadband.
  private func values(_ times: [Double], delay: Double, deadband: Double) -> [Double] {
    (0..<count).flatMap { _ in times } + [delay] + (fitsDeadband ? [deadband] : [])
  }

  /// Keeps the search inside the range of the variables.
  private func penalty(_ place: [Double]) -> Double {
    let deadband = fitsDeadband ? place[delayIndex + 1] : 0
    let outside = [max(-place[delayIndex], 0), max(-deadband, deadband - 0.9, 0)]
    return outside.reduce(0) { $0 + $1 * $1 }
  }

  // MARK: Search

  func best() -> DeviceFit {
    var start = values([log(40), log(50)], delay: 5, deadband: model.deadband)
    // The constants of one motor hardly depend on those of the other, so that a coarse grid for one after the other is
    // enough.
    for round in 0..<count * 2 { start = coarse(round % count, from: start) }
    let sizes = values([0.15, 0.2], delay: 2, deadband: 0.05)
    var search = Simplex(from: start, sizes: sizes, cost)
    var best = search.minimum(limit: Self.steps)
    // A simplex can collapse before the minimum: a new one around its result does not.
    search = Simplex(from: best.place, sizes: sizes.map { $0 / 2 }, cost)
    best = search.minimum(limit: Self.steps)
    return result(best.place, best.value)
  }

  private static let steps = 300

  /// Returns the best place of a grid for one motor.
  private func coarse(_ motor: Int, from start: [Double]) -> [Double] {
    var best = (place: start, value: cost(start))
    for rise in [8.0, 15, 30, 60, 110] {
      for ratio in [0.8, 1.5] {
        for delay in [2.0, 10, 25] {
          var place = start
          place[2 * motor] = log(rise)
          place[2 * motor + 1] = log(rise * ratio)
          place[delayIndex] = delay
          let value = cost(place)
          if value < best.value { best = (place, value) }
        }
      }
    }
    return best.place
  }

  // MARK: Comparison

  private func energies(_ constants: Constants, in envelope: ShakeEnvelope) -> [Energies] {
    var motors = MotorSimulation(model.with(constants))
    var next = 0
    return envelope.cells.map { cell in
      let moment = cell.time - constants.delay
      while next < envelope.steps.count, envelope.steps[next].time <= moment {
        motors.set(envelope.steps[next].level, at: Duration(milliseconds: envelope.steps[next].time))
        next += 1
      }
      let shake = motors.accelerations(at: Duration(milliseconds: max(moment, 0)))
      return (shake.strong * shake.strong, shake.weak * shake.weak)
    }
  }

  /// The powers that match the measured energies best.
  private func powers(_ energies: [[Energies]]) -> Powers {
    var (strong, mixed, weak, strongSum, weakSum) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (envelope, energies) in zip(envelopes, energies) {
      for (cell, energy) in zip(envelope.cells, energies) {
        strong += cell.count * energy.strong * energy.strong
        mixed += cell.count * energy.strong * energy.weak
        weak += cell.count * energy.weak * energy.weak
        strongSum += cell.count * energy.strong * (cell.energy - noise)
        weakSum += cell.count * energy.weak * (cell.energy - noise)
      }
    }
    let determinant = strong * weak - mixed * mixed
    guard determinant > 1e-9 * strong * weak, determinant > 0 else {
      return (strong > 0 ? max(strongSum / strong, 0) : 0, 0)
    }
    let both = (
      (strongSum * weak - weakSum * mixed) / determinant, (weakSum * strong - strongSum * mixed) / determinant
    )
    if both.0 < 0 { return (0, max(weakSum / weak, 0)) }
    return both.1 < 0 ? (max(strongSum / strong, 0), 0) : both
  }

  private func energy(_ energies: Energies, _ powers: Powers) -> Double {
    noise + powers.strong * energies.strong + powers.weak * energies.weak
  }

  /// The sum of the squared differences of acceleration, weighted by the number of readings.
  private func cost(_ place: [Double]) -> Double {
    let constants = constants(place)
    let energies = envelopes.map { self.energies(constants, in: $0) }
    let powers = powers(energies)
    return zip(envelopes, energies).reduce(penalty(place)) { $0 + difference($1.0, $1.1, powers) }
  }

  private func difference(_ envelope: ShakeEnvelope, _ energies: [Energies], _ powers: Powers) -> Double {
    var sum = 0.0
    for (cell, energies) in zip(envelope.cells, energies) {
      let difference = cell.energy.squareRoot() - energy(energies, powers).squareRoot()
      sum += cell.count * difference * difference
    }
    return sum
  }

  // MARK: Result

  private func result(_ place: [Double], _ value: Double) -> DeviceFit {
    let constants = constants(place)
    let energies = envelopes.map { self.energies(constants, in: $0) }
    let powers = powers(energies)
    let motors = constants.motors.indices.map { index in
      let own = envelopes.indices.filter { envelopes[$0].mainMotor(of: model) == index }
      let (rise, fall) = constants.motors[index]
      let power = index == 0 ? powers.strong : powers.weak
      return FittedMotor(
        rise: Duration(milliseconds: rise), fall: Duration(milliseconds: fall),
        riseError: Duration(milliseconds: rise * error(of: 2 * index, place, value)),
        fallError: Duration(milliseconds: fall * error(of: 2 * index + 1, place, value)),
        acceleration: power.squareRoot(), explained: explained(own, energies, powers),
        curves: own.map { curve(envelopes[$0], energies[$0], powers, scale: power) })
    }
    return DeviceFit(
      motors: motors, deadband: fitsDeadband ? constants.deadband : nil,
      delay: Duration(milliseconds: constants.delay),
      delayError: Duration(milliseconds: error(of: delayIndex, place, value)))
  }

  /// The part of the vibration in some envelopes that the fit explains.
  private func explained(_ own: [Int], _ energies: [[Energies]], _ powers: Powers) -> Double {
    var (missed, total) = (0.0, 0.0)
    for index in own {
      missed += difference(envelopes[index], energies[index], powers)
      for cell in envelopes[index].cells {
        let shake = cell.energy.squareRoot() - noise.squareRoot()
        total += cell.count * shake * shake
      }
    }
    return total > 0 ? 1 - missed / total : 0
  }

  /// The standard error of a variable, from the curvature of the cost.
  private func error(of index: Int, _ place: [Double], _ value: Double) -> Double {
    let size = index == delayIndex ? 1.0 : 0.05
    func shifted(_ step: Double) -> Double {
      var place = place
      place[index] += step
      return cost(place)
    }
    let curvature = (shifted(size) + shifted(-size) - 2 * value) / (size * size)
    let count = Double(envelopes.reduce(0) { $0 + $1.cells.count } - place.count)
    return curvature > 0 && count > 0 ? (2 * value / count / curvature).squareRoot() : .infinity
  }

  private func curve(
    _ envelope: ShakeEnvelope, _ energies: [Energies], _ powers: Powers, scale: Double
  ) -> FittedMotor.Curve {
    let scale = max(scale.squareRoot(), 1e-9)
    return FittedMotor.Curve(
      steps: envelope.steps.map { (Duration(milliseconds: $0.time), $0.level) },
      points: zip(envelope.cells, energies).map { cell, energies in
        FittedMotor.Curve.Point(
          time: Duration(milliseconds: cell.time), measured: max(cell.energy - noise, 0).squareRoot() / scale,
          fitted: (energy(energies, powers) - noise).squareRoot() / scale)
      })
  }
}

/// The constants of all motors of a device.
struct DeviceFit {
  /// The only motor, or the low-frequency motor and the high-frequency motor.
  let motors: [FittedMotor]
  let deadband: Double?
  let delay, delayError: Duration
}

extension ShakeEnvelope {
  /// The index of the motor with the higher level.
  fileprivate func mainMotor(of model: MotorModel) -> Int {
    guard model.weak != nil else { return 0 }
    return steps.reduce(0) { $0 + Int($1.level.strong) - Int($1.level.weak) } >= 0 ? 0 : 1
  }
}

extension MotorModel {
  fileprivate func with(_ constants: MotorFit.Constants) -> MotorModel {
    func motor(_ index: Int) -> Motor {
      let times = constants.motors[index]
      return Motor(rise: Duration(milliseconds: times.rise), fall: Duration(milliseconds: times.fall))
    }
    var model = self
    model.strong = motor(0)
    if weak != nil { model.weak = motor(1) }
    model.deadband = constants.deadband
    return model
  }
}

extension Duration {
  /// Nanoseconds are exact enough, and faster than attoseconds.
  init(milliseconds: Double) { self = .nanoseconds(Int64((min(milliseconds, 1e9) * 1e6).rounded())) }
}

/// The constants of a motor, as its vibrations show them.
package struct FittedMotor: Sendable {
  /// The time from rest to 90 % of full vibration at full drive, without the latency.
  package let rise: Duration
  /// The time from the end of the drive to 10 % of the vibration, without the latency.
  package let fall: Duration
  /// Standard errors. They do not contain the difference between the motor and its model.
  package let riseError, fallError: Duration
  /// The acceleration of full vibration at the sensor, root mean square, in g.
  package let acceleration: Double
  /// The part of the measured vibration that the model explains, at most 1.
  package let explained: Double
  /// The vibrations in which it has the higher level, each with the levels that caused it; the longest first.
  package let curves: [Curve]

  /// The mean of vibrations with the same levels. Times are those since the first write.
  package struct Curve: Sendable {
    /// The acceleration of a moment, as a fraction of that of the motor's full vibration.
    package struct Point: Sendable {
      package let time: Duration
      package let measured, fitted: Double
    }

    package let steps: [(time: Duration, level: Level)]
    package let points: [Point]
  }
}
