import Testing

@testable import FidelitySimulation

/// The turning motors have the times given in `Actuators.swift`, and the behaviour of such motors.
@Suite struct SpinnerTests {
  private static let tick = 0.25

  private static func constants(_ actuator: Actuator, _ index: Int) -> Spinner.Constants? {
    if case .spinner(let constants) = actuator.motors[index] { constants } else { nil }
  }

  private static func running(_ constants: Spinner.Constants) -> Spinner {
    var motor = Spinner(constants)
    for _ in 0..<8000 { motor.advance(drive: 1, milliseconds: tick) }
    return motor
  }

  @Test(arguments: [("erm", 0, 78, 98), ("on-off", 0, 104, 117), ("pad", 0, 83, 126), ("pad", 1, 37, 56)])
  func `start and stop take the stated times`(_ preset: String, _ index: Int, _ start: Double, _ stop: Double) throws {
    let actuator = try #require(Actuator.all.first { $0.preset == preset })
    let constants = try #require(Self.constants(actuator, index))
    var motor = Spinner(constants)
    var time = 0.0
    while motor.acceleration < 0.9, time < 1000 {
      motor.advance(drive: 1, milliseconds: Self.tick)
      time += Self.tick
    }
    #expect(abs(time - start) < 1.5)

    motor = Self.running(constants)
    #expect(abs(motor.speed - 1) < 0.001)
    time = 0
    while motor.acceleration > 0.1, time < 1000 {
      motor.advance(drive: 0, milliseconds: Self.tick)
      time += Self.tick
    }
    #expect(abs(time - stop) < 1.5)
  }

  @Test func `the speed rises in an S, as no first-order system does`() throws {
    var motor = Spinner(try #require(Self.constants(.slowPhone, 0)))
    var rises: [Double] = []
    for _ in 0..<20 {
      let before = motor.speed
      for _ in 0..<4 { motor.advance(drive: 1, milliseconds: Self.tick) }
      rises.append(motor.speed - before)
    }
    let steepest = try #require(rises.indices.max { rises[$0] < rises[$1] })
    #expect(steepest > 2)
    #expect(rises[0] < rises[steepest] / 3)
    #expect(rises[19] < rises[steepest])
  }

  @Test func `a motor starts above one drive and keeps turning down to a lower one`() throws {
    let constants = try #require(Self.constants(.slowPhone, 0))
    func speed(_ drive: Double, from motor: Spinner) -> Double {
      var motor = motor
      for _ in 0..<8000 { motor.advance(drive: drive, milliseconds: Self.tick) }
      return motor.speed
    }
    #expect(speed(0.29, from: Spinner(constants)) == 0)
    #expect(speed(0.31, from: Spinner(constants)) > 0.15)
    #expect(speed(0.2, from: Self.running(constants)) > 0.05)
    #expect(speed(0.11, from: Self.running(constants)) == 0)
  }

  @Test func `without drive, the energy of a motor only falls, down to rest`() throws {
    var motor = Self.running(try #require(Self.constants(.slowPhone, 0)))
    // The current of the winding is gone after a few time constants.
    for _ in 0..<80 { motor.advance(drive: 0, milliseconds: Self.tick) }
    var energies = [motor.energy]
    while motor.speed > 0, energies.count < 4000 {
      motor.advance(drive: 0, milliseconds: Self.tick)
      energies.append(motor.energy)
    }
    #expect(zip(energies, energies.dropFirst()).allSatisfy { $0 > $1 })
    #expect(motor.speed == 0)
  }

  @Test func `no drive stops a motor faster than drive 0`() throws {
    let running = Self.running(try #require(Self.constants(.slowPhone, 0)))
    var (off, low) = (running, running)
    for _ in 0..<200 {
      off.advance(drive: 0, milliseconds: Self.tick)
      low.advance(drive: 0.1, milliseconds: Self.tick)
      #expect(low.speed >= off.speed)
      #expect(off.current >= 0)
    }
  }

  @Test func `the force of a motor grows with the square of its speed, the velocity with the speed`() throws {
    var motor = Spinner(try #require(Self.constants(.slowPhone, 0)))
    for _ in 0..<100 { motor.advance(drive: 1, milliseconds: Self.tick) }
    #expect(motor.speed > 0.3 && motor.speed < 0.9)
    #expect(motor.acceleration == motor.speed * motor.speed)
    #expect(motor.velocity == motor.speed)
  }
}
