import Foundation
import Testing

@testable import FidelitySimulation

/// The envelope of the resonant actuator is that of a mass on a spring.
@Suite struct ResonatorTests {
  private let constants = Resonator.Constants(decay: 7.8, detuning: 3)

  @Test func `start and stop take 18 ms`() {
    var motor = Resonator(constants)
    motor.advance(drive: 1, milliseconds: 500)
    let full = motor.amplitude
    var (start, stop) = (0.0, 0.0)
    var starting = Resonator(constants)
    while starting.amplitude < 0.9 * full, start < 100 {
      starting.advance(drive: 1, milliseconds: 0.1)
      start += 0.1
    }
    while motor.amplitude > 0.1 * full, stop < 100 {
      motor.advance(drive: 0, milliseconds: 0.1)
      stop += 0.1
    }
    #expect(abs(start - 18) < 1)
    #expect(abs(stop - 18) < 1)
  }

  /// The mass itself, in steps of 5 µs: 170 Hz, driven 3 Hz above that, for 40 ms and then not.
  @Test func `it is the envelope of a mass on a spring, driven beside its resonance`() {
    let (resonance, carrier) = (2 * Double.pi * 170, 2 * Double.pi * 173)
    let damping = 2 / 7.8e-3
    let step = 5e-6
    var (position, velocity, time) = (0.0, 0.0, 0.0)
    var motor = Resonator(constants)
    // Amplitude on the resonance at full drive: force / (damping · frequency).
    let unit = 1 / (damping * resonance)
    for millisecond in 0..<80 {
      let drive = millisecond < 40 ? 1.0 : 0
      for _ in 0..<200 {
        let force = drive * sin(carrier * time) - damping * velocity - resonance * resonance * position
        velocity += force * step
        position += velocity * step
        time += step
      }
      motor.advance(drive: drive, milliseconds: 1)
      let swing = (position * position + velocity * velocity / (resonance * resonance)).squareRoot() / unit
      #expect(abs(swing - motor.amplitude) < 0.04, "at \(millisecond) ms")
    }
  }

  @Test func `without drive it loses energy at a constant rate`() {
    var motor = Resonator(constants)
    motor.advance(drive: 1, milliseconds: 30)
    var before = motor.amplitude
    for _ in 0..<50 {
      motor.advance(drive: 0, milliseconds: 1)
      #expect(abs(motor.amplitude / before - exp(-1 / 7.8)) < 1e-9)
      before = motor.amplitude
    }
  }

  @Test func `steps of any length lead to the same place`() {
    var (long, short) = (Resonator(constants), Resonator(constants))
    long.advance(drive: 0.7, milliseconds: 12)
    for _ in 0..<48 { short.advance(drive: 0.7, milliseconds: 0.25) }
    #expect(abs(long.amplitude - short.amplitude) < 1e-12)
  }

  @Test func `off its resonance it beats, and reaches less`() {
    var (on, off) = (Resonator(.init(decay: 20, detuning: 0)), Resonator(.init(decay: 20, detuning: 30)))
    var highest = 0.0
    for _ in 0..<400 {
      on.advance(drive: 1, milliseconds: 0.5)
      off.advance(drive: 1, milliseconds: 0.5)
      highest = max(highest, off.amplitude)
    }
    #expect(abs(on.amplitude - 1) < 0.001)
    #expect(off.amplitude < 0.3)
    #expect(highest > 1.2 * off.amplitude)
  }
}
