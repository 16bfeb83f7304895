import Foundation
import Testing

@testable import FidelitySimulation

/// Compares the envelope of the resonant actuator with a simulated mass on a spring.
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

  /// Simulates the mass itself in steps of 5 µs: 170 Hz, driven 3 Hz above that, for 40 ms and then not driven.
  @Test func `a resonator has the envelope of a mass on a spring driven beside its resonance`() {
    let (resonance, carrier) = (2 * Double.pi * 170, 2 * Double.pi * 173)
    let damping = 2 / 7.8e-3
    let step = 5e-6
    var (position, velocity) = (0.0, 0.0)
    // The amplitude on the resonance at full drive: force / (damping · frequency).
    let unit = 1 / (damping * resonance)
    let swings = (0..<16_000).map { index -> Double in
      let force = index < 8000 ? sin(carrier * step * Double(index)) : 0
      velocity += (force - damping * velocity - resonance * resonance * position) * step
      position += velocity * step
      return (position * position + velocity * velocity / (resonance * resonance)).squareRoot() / unit
    }
    var motor = Resonator(constants)
    for millisecond in 1..<78 {
      motor.advance(drive: millisecond <= 40 ? 1 : 0, milliseconds: 1)
      // The mean over the half cycle around it removes the ripple, and rounds the corners at both ends of the drive.
      let around = swings[max(millisecond * 200 - 294, 0)..<millisecond * 200 + 294]
      #expect(abs(around.reduce(0, +) / Double(around.count) - motor.amplitude) < 0.05, "at \(millisecond) ms")
    }
  }

  @Test func `without drive, a resonator loses energy at a constant rate`() {
    var motor = Resonator(constants)
    motor.advance(drive: 1, milliseconds: 30)
    var before = motor.amplitude
    for _ in 0..<50 {
      motor.advance(drive: 0, milliseconds: 1)
      #expect(abs(motor.amplitude / before - exp(-1 / 7.8)) < 1e-9)
      before = motor.amplitude
    }
  }

  @Test func `the amplitude does not depend on the length of the time steps`() {
    var (long, short) = (Resonator(constants), Resonator(constants))
    long.advance(drive: 0.7, milliseconds: 12)
    for _ in 0..<48 { short.advance(drive: 0.7, milliseconds: 0.25) }
    #expect(abs(long.amplitude - short.amplitude) < 1e-12)
  }

  @Test func `a resonator driven off its resonance beats and reaches less amplitude`() {
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
