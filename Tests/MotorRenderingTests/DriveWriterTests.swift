import Foundation
import TestSupport
import Testing

@testable import MotorRendering

@Suite struct DriveWriterTests {
  private let high = Level(strong: 0xffff, weak: 0xffff)
  private let low = Level(strong: 0x8000, weak: 0x8000)

  /// Returns a writer for the erm preset, which accepts a command every 4 ms.
  private func writer() -> DriveWriter { DriveWriter(MotorSimulation(NamedModel.preset("erm"))) }

  @Test func `commands too close to each other wait`() {
    var writer = writer()
    writer.command(high, at: .milliseconds(10))
    writer.command(low, at: .milliseconds(11))
    writer.command(.off, at: .milliseconds(30))
    #expect(writer.steps.map(\.at) == [.milliseconds(10), .milliseconds(14), .milliseconds(30)])
  }

  @Test func `a device without a minimum interval gets two commands at two times`() {
    let model = MotorModel(
      kind: .vibrator, strong: Motor(rise: .milliseconds(50), fall: .milliseconds(50)), shortestPulse: .zero,
      minimumInterval: .zero)
    var writer = DriveWriter(MotorSimulation(model))
    writer.command(high, at: .milliseconds(10))
    writer.command(.off, at: .milliseconds(10))
    writer.command(low, at: .milliseconds(10))
    #expect(writer.steps.map(\.at) == [.milliseconds(10), .milliseconds(10.1)])
    #expect(writer.steps.map(\.level) == [high, low])
  }

  @Test func `a command at an earlier time is moved to the present`() {
    var writer = writer()
    writer.command(high, at: .milliseconds(50))
    writer.command(low, at: .milliseconds(20))
    #expect(writer.now == .milliseconds(54))
    writer.advance(to: .milliseconds(10))
    #expect(writer.now == .milliseconds(54))
  }

  @Test func `the same level again writes no step and advances the time`() {
    var writer = writer()
    writer.command(high, at: .zero)
    writer.command(high, at: .milliseconds(20))
    #expect(writer.steps.count == 1)
    #expect(writer.now == .milliseconds(20))
  }

  @Test func `the simulated motors follow the commands`() {
    var writer = writer()
    writer.command(high, at: .zero)
    writer.command(.off, at: .milliseconds(60))
    // The amplitude is the speed of a turning mass; its vibration is proportional to the square.
    #expect(abs(pow(writer.motors.amplitude(at: .milliseconds(60)), 2) - 0.9) < 1e-9)
    #expect(pow(writer.motors.amplitude(at: .milliseconds(140)), 2) < 0.1)
  }
}
