import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

@Suite struct TapControllerTests {
  private let erm = NamedModel.preset("erm")

  private func tap(_ strength: Double, sharpness: Double = 0.3) -> Tap {
    let length = Event.transientDuration(Sharpness(sharpness)) / .milliseconds(1)
    return Tap(start: 0, length: length, strength: strength, sharpness: sharpness)
  }

  @Test(arguments: ["erm", "lra"], [0.8, 1])
  func `a tap reaches its strength, whatever its sharpness`(name: String, strength: Double) {
    let model = NamedModel.preset(name)
    let tapController = TapController(model)
    let motors = model.group(.strong)
    for sharpness in [0, 0.5, 1] {
      let push = tapController.push(motors, tap(strength, sharpness: sharpness))
      let felt = TapPush(motors: motors, push: push).felt
      #expect(abs(felt / tapController.goal(of: tap(strength, sharpness: sharpness)) - 1) < 0.06)
    }
    #expect(Set([0, 0.5, 1].map { tapController.goal(of: tap(strength, sharpness: $0)) }).count == 1)
  }

  @Test func `the shortest push is just felt on all but one of a hundred units of the motor`() throws {
    let length = erm.feltStroke(.strong)
    #expect(length > 12 && length < 20)
    /// The energy of the rise and of a fall in a straight line.
    func energy(_ milliseconds: Double, slowness: Double = 1) -> Double {
      let steps = stride(from: 0.25, through: milliseconds, by: 0.25).map {
        erm.strong.amplitude(from: 0, drive: 1, after: $0 / slowness)
      }
      let top = steps.last ?? 0
      let fall = stride(from: 0.25, through: 200, by: 0.25).map {
        max(top - (1 - 0.1.squareRoot()) / 80 * $0, 0)
      }
      return (steps + fall).reduce(0) { $0 + $1 * $1 * $1 * $1 * 0.25 }
    }
    /// The energy on a unit that is 40 % slower to rise and a fifth weaker; both losses at once are rarer than either.
    func leastEnergy(_ milliseconds: Double) -> Double {
      let losses = [energy(milliseconds) / energy(milliseconds, slowness: 1.4), 1 / 0.64].map { log($0) }
      return energy(milliseconds) * exp(-(losses[0] * losses[0] + losses[1] * losses[1]).squareRoot())
    }
    #expect(leastEnergy(length) >= Detection.noticed)
    #expect(leastEnergy(length - 2) < Detection.noticed)
    #expect(NamedModel.preset("lra").feltStroke(.strong) == 6)
  }

  @Test func `a weaker or slower motor needs longer pushes`() {
    let pad = NamedModel.preset("pad")
    #expect(pad.feltStroke(.weak) < pad.feltStroke(.strong))
    #expect(NamedModel.preset("on-off").feltStroke(.strong) > erm.feltStroke(.strong))
  }

  @Test(arguments: ["erm", "lra", "on-off", "pad"])
  func `a stronger tap has a stronger goal, also below the weakest felt pulse`(name: String) {
    let tapController = TapController(NamedModel.preset(name))
    let goals = [0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1].map { tapController.goal(of: tap($0)) }
    for (weaker, stronger) in zip(goals, goals.dropFirst()) { #expect(weaker < stronger) }
    #expect(goals[0] < tapController.least * 1.05)
  }

  @Test func `a tap on two motors lasts whole transfers, and its level makes up for them`() {
    let pad = NamedModel.preset("pad")
    let tapController = TapController(pad)
    for intensity in stride(from: 0.1, through: 1, by: 0.1) {
      let one = tap(intensity, sharpness: 0.5)
      let push = tapController.push(pad.group(.both), one)
      #expect(push.milliseconds.truncatingRemainder(dividingBy: 4) == 0, "\(push)")
      let felt = TapPush(motors: pad.group(.both), push: push).felt
      #expect(abs(felt / tapController.goal(of: one) - 1) < 0.06, "\(intensity): \(push)")
    }
  }

  @Test func `a motor that already turns needs a shorter push`() {
    let slow = MotorModel(
      kind: .vibrator, strong: Motor(rise: .milliseconds(100), fall: .milliseconds(100)), isOnOff: true,
      shortestPulse: .milliseconds(70), minimumInterval: .milliseconds(5))
    let tapController = TapController(slow)
    let lengths = [0, 0.4, 0.6].map {
      tapController.push(slow.group(.strong, from: ($0, 0)), tap(0.3)).milliseconds
    }
    #expect(lengths[0] >= 70)
    #expect(lengths[0] > lengths[1] && lengths[1] > lengths[2])
    // The interval between two pulses consists of this time and the fall.
    #expect(tapController.stride > 80 && tapController.stride < 140)
  }

  @Test(arguments: ["erm", "lra", "on-off", "pad"])
  func `a heavy tap long after a light one is in time`(name: String) {
    let pattern: Pattern = [
      Event(.transient, at: .zero, intensity: 0.15, sharpness: 0.5),
      Event(.transient, at: .milliseconds(200), intensity: 1, sharpness: 0.2),
    ]
    let steps = NamedModel.preset(name).drive(for: pattern).steps
    #expect(steps.count == 4 && steps[2].at == .milliseconds(200))
  }

  @Test func `taps without a reserve for slower units are felt apart at a smaller interval`() {
    let motors = erm.group(.strong)
    let first = TapPush(motors: motors, push: Push(drive: 1, milliseconds: 20))
    func shortest(hasReserve: Bool) -> Double {
      stride(from: 30.0, to: 200, by: 2).first { interval in
        let rested = motors.after(first.push).after(Push(drive: 0, milliseconds: interval - first.push.milliseconds))
        let second = TapPush(start: interval, motors: rested, push: Push(drive: 1, milliseconds: 20))
        return first.isApart(from: second, hasReserve: hasReserve)
      } ?? .infinity
    }
    #expect(shortest(hasReserve: false) < shortest(hasReserve: true))
    #expect(shortest(hasReserve: true) < 200)
  }
}
