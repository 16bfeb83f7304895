internal import Glibc

/// The detection of a vibration by its energy.
///
/// The skin sums energy over about 200 ms: the threshold falls by 3 dB per doubling of the length of a vibration
/// (Verrillo 1965). A short pulse is felt if its energy reaches that of a just noticeable vibration of 200 ms.
enum Detection {
  /// The acceleration of a lasting vibration that is just noticed, as a fraction of the full one.
  static let acceleration = Perception.spring.threshold
  /// The energy of a just noticed vibration: squared accelerations times milliseconds.
  static let noticed = acceleration * acceleration * Constants.summation

  /// Returns the weakest acceleration of a vibration that is felt on any unit, by its length.
  static func weakest(milliseconds: Double) -> Double {
    acceleration * (Constants.summation / min(max(milliseconds, Constants.crisp), Constants.summation)).squareRoot()
      / Constants.weakness
  }

  /// Returns strengths as they are felt: of what has less energy than a just noticeable vibration, less than
  /// `FeltEnvelope.noticed` is left.
  ///
  /// The limit rises with the square of the energy, so that a few decibels lie between unfelt and clearly felt, as in
  /// experiments.
  ///
  /// - Parameter interval: the interval of the samples in milliseconds.
  static func detected(_ strengths: [Double], _ accelerations: [Double], milliseconds interval: Double) -> [Double] {
    let reach = max(Int(Constants.summation / 2 / interval), 1)
    var energy = 0.0
    for acceleration in accelerations.prefix(reach) { energy += acceleration * acceleration * interval }
    return strengths.indices.map { index in
      if index + reach < accelerations.count {
        energy += accelerations[index + reach] * accelerations[index + reach] * interval
      }
      if index > reach {
        energy -= accelerations[index - reach - 1] * accelerations[index - reach - 1] * interval
      }
      let share = energy / noticed
      return min(strengths[index], FeltEnvelope.noticed * share * share)
    }
  }
}

extension MotorModel {
  /// Returns the length of the shortest push at full drive that is felt on any unit, in milliseconds; at least
  /// `shortestStroke`.
  ///
  /// The unit that decides rises more slowly than the model by `reserve`, falls as the model says, and has a
  /// fifth less strength: it reaches the lowest speed, and keeps it for the shortest time.
  func feltStroke(_ selection: MotorSelection) -> Double {
    let stroke = stroke(selection, until: Constants.longestStroke, energy: Detection.noticed)
    return max(stroke.length, shortestStroke)
  }

  /// Returns the combined amplitude at which any blend of the motors has at least the given acceleration.
  ///
  /// The acceleration of an eccentric mass is the square of its speed, so that two motors that share an amplitude have
  /// less acceleration than one.
  func amplitude(ofAcceleration acceleration: Double) -> Double {
    if strong.isSpring { return acceleration }
    return selections.reduce(0) { most, selection in
      let (low, high) = (selection.shares.strong, weak == nil ? 0 : selection.shares.weak)
      let full = (low * low * low * low + weakGain * weakGain * high * high * high * high).squareRoot()
      return max(most, reach(selection) * (acceleration / full).squareRoot())
    }
  }

  /// Returns the weakest drive, 0...1, at which a push of this length is felt on any unit; 1 if none is.
  ///
  /// The energy of a mass on a spring is proportional to the square of the drive, that of an eccentric mass to at least
  /// its fourth and at most its fifth power.
  func feltDrive(_ selection: MotorSelection, milliseconds: Double) -> Double {
    let energy = stroke(selection, until: milliseconds).energy
    return min(pow(Detection.noticed / energy, strong.isSpring ? 1 / 2 : 1 / 5), 1)
  }

  /// Extends a push at full drive, millisecond by millisecond, to a length or until it has enough energy, on the unit that
  /// 99 of 100 exceed.
  ///
  /// One of 100 units is slower than the model by `reserve`, and one of 100 has less than `weakness` of its strength. Both
  /// are independent, so that their losses of loudness add like the sides of a triangle.
  private func stroke(_ selection: MotorSelection, until end: Double, energy enough: Double = .infinity)
    -> (length: Double, energy: Double)
  {
    var (risen, risenSlowly, energy, length) = (0.0, 0.0, 0.0, 0.0)
    while length < end, energy < enough {
      length += 1
      let (nominal, slow) = (state(selection, after: length), state(selection, after: length / reserve))
      risen += nominal.power
      risenSlowly += slow.power
      let slowness = log((risen + nominal.fall) / max(risenSlowly + slow.fall, .leastNormalMagnitude))
      let weakness = 2 * log(1 / Constants.weakness)
      energy = (risen + nominal.fall) * exp(-(slowness * slowness + weakness * weakness).squareRoot())
    }
    return (length, energy)
  }

  /// Returns the power of motors that are driven fully from rest, and the energy of their fall from then on.
  private func state(_ selection: MotorSelection, after milliseconds: Double) -> (power: Double, fall: Double) {
    let shares = selection.shares
    var (power, fall) = (0.0, 0.0)
    func add(_ motor: Motor, _ drive: Double, gain: Double) {
      let amplitude = motor.amplitude(from: 0, drive: drive, after: milliseconds)
      let acceleration = gain * motor.acceleration(amplitude)
      power += acceleration * acceleration
      fall += gain * gain * motor.energy(ofFallFrom: amplitude)
    }
    add(strong, shares.strong, gain: 1)
    if let weak { add(weak, shares.weak, gain: weakGain) }
    return (power, fall)
  }
}
