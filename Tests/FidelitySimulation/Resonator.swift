internal import Glibc

/// A mass on a spring with a coil that pushes it at a carrier near its resonance: a linear resonant actuator.
///
///     x'' + (2/τ) x' + (2πf)² x = drive · sin 2π(f + detuning)t
///
/// The state is the envelope of x around the carrier, a complex number: of second order. It equals the envelope of the
/// mass except for a ripple at twice the carrier during changes. The ripple is 1/(2πfτ), or an eighth of the amplitude
/// at this low quality, and vanishes in the mean over half a cycle of 3 ms. Off the resonance, the envelope beats.
package struct Resonator: Sendable {
  package struct Constants: Sendable {
    /// The time constant of the envelope, in milliseconds: quality / (π · frequency).
    package var decay: Double
    /// The carrier minus the resonance, in hertz.
    package var detuning: Double

    package init(decay: Double, detuning: Double) {
      self.decay = decay
      self.detuning = detuning
    }
  }

  package let constants: Constants
  private var state = (real: 0.0, imaginary: 0.0)

  package init(_ constants: Constants) { self.constants = constants }

  /// Advances by `milliseconds` under a constant `drive`, 0...1; exact for any length.
  package mutating func advance(drive: Double, milliseconds: Double) {
    let rest = steady(drive)
    let shrink = exp(-milliseconds / constants.decay)
    let turn = 2 * Double.pi * constants.detuning * milliseconds / 1000
    let (away, aside) = (state.real - rest.real, state.imaginary - rest.imaginary)
    state.real = rest.real + shrink * (away * cos(turn) + aside * sin(turn))
    state.imaginary = rest.imaginary + shrink * (aside * cos(turn) - away * sin(turn))
  }

  /// Returns the state after a long constant drive: drive / (1 + iτ·2π·detuning).
  private func steady(_ drive: Double) -> (real: Double, imaginary: Double) {
    let slip = 2 * Double.pi * constants.detuning * constants.decay / 1000
    return (drive / (1 + slip * slip), -drive * slip / (1 + slip * slip))
  }

  func distance(to other: Resonator) -> Double {
    max(abs(state.real - other.state.real), abs(state.imaginary - other.state.imaginary))
  }

  /// The amplitude of the vibration, as a fraction of that at full drive on the resonance. At one frequency,
  /// acceleration and velocity are the same fraction.
  package var amplitude: Double { (state.real * state.real + state.imaginary * state.imaginary).squareRoot() }
}
