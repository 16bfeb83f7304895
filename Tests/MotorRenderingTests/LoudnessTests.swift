import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

/// Levels of a higher intended strength have a higher felt strength.
@Suite struct LoudnessTests {
  private let lra = NamedModel.preset("lra")
  private let onOff = NamedModel.preset("on-off")

  /// A vibration whose strength rises in a straight line for two seconds, and falls for two seconds.
  private let mountain = Pattern(
    Pattern.buzz(1, sharpness: 0.5, milliseconds: 4000).events,
    curves: [
      ParameterCurve(
        .intensity,
        [.init(at: .zero, 0.1), .init(at: .seconds(2), 0.9), .init(at: .seconds(4), 0.1)])
    ])

  /// The tolerance for the rounding of a level.
  private static let rounding = 1.08

  @Test(arguments: ["erm", "lra", "pad"])
  func `a rise and a fall of the same strength differ by less than a just noticeable difference`(name: String) {
    let model = NamedModel.preset(name)
    let drive = model.drive(for: mountain)
    for milliseconds in stride(from: 300, to: 1900, by: 50) {
      let accelerations = [milliseconds, 4000 - milliseconds].map { moment in
        model.strong.acceleration(model.drives(of: drive.level(at: .milliseconds(moment))).strong)
      }
      guard let weaker = accelerations.min(), weaker > 0, let stronger = accelerations.max() else { continue }
      #expect(stronger / weaker < Constants.justNoticeableRatio * Self.rounding, "\(milliseconds) ms")
    }
  }

  @Test func `the last command of a slope has the strength of its end`() {
    var slow = NamedModel.preset("pad")
    slow.minimumInterval = .milliseconds(50)
    let pattern = Pattern(
      Pattern.buzz(1, sharpness: 0.5, milliseconds: 100).events,
      curves: [ParameterCurve(.intensity, [.init(at: .zero, 0.1), .init(at: .milliseconds(100), 0.9)])])
    let drive = slow.drives(of: slow.drive(for: pattern).level(at: .milliseconds(75))).strong
    #expect(slow.perception.strength(ofAmplitude: drive) > 0.6)
  }

  @Test func `the start of a weak vibration on two motors is not a pulse of its own`() {
    let pad = NamedModel.preset("pad")
    let felt = pad.felt(pad.drive(for: .buzz(1, sharpness: 0.4, milliseconds: 150), intensity: 0.1))
    #expect(felt.pulses.count == 1)
  }

  @Test func `a tap at the start of a vibration does not keep the motor at its level`() {
    let pattern: Pattern = [
      Event(.continuous(duration: .milliseconds(50)), intensity: 0.5, sharpness: 0.5),
      Event(.continuous(duration: .milliseconds(100)), at: .milliseconds(64), intensity: 0.6, sharpness: 0.9),
      Event(.transient, at: .milliseconds(64), intensity: 0.62, sharpness: 0.9),
    ]
    let drive = lra.drive(for: pattern)
    let steady = lra.drive(for: .buzz(0.6, sharpness: 0.9, milliseconds: 300)).level(at: .milliseconds(200))
    for (index, step) in drive.steps.enumerated() where step.level.strong > steady.strong {
      #expect(drive.length(ofStep: index) < .milliseconds(15), "\(step)")
    }
  }

  // MARK: Rolls

  @Test(arguments: ["erm", "pad"])
  func `a roll of uneven intervals is one pulse on a slow motor`(name: String) {
    let model = NamedModel.preset(name)
    let onsets = (0..<20).flatMap { [50 * $0, 50 * $0 + 20] }
    let felt = model.felt(
      model.drive(
        for: Pattern(onsets.map { Event(.transient, at: .milliseconds($0), intensity: 0.8, sharpness: 0.1) })))
    #expect(felt.pulses.count == 1)
  }

  @Test(arguments: ["erm", "on-off", "pad"])
  func `a pair of taps that is felt as one pulse is as strong as the stronger tap`(name: String) {
    let model = NamedModel.preset(name)
    let weak = Event(.transient, at: .milliseconds(12), intensity: 0.25, sharpness: 0.7)
    let tap = Event(.transient, intensity: 1, sharpness: 0.7)
    let (pair, alone) = (model.felt(model.drive(for: [tap, weak])), model.felt(model.drive(for: [tap])))
    #expect(pair.peak > 0.95 * alone.peak)
  }

  // MARK: Motors without levels

  @Test func `the phases of a motor without levels are not cut on a slope`() {
    let drive = onOff.drive(for: mountain)
    for index in drive.steps.indices.dropLast() {
      #expect(drive.length(ofStep: index) >= .milliseconds(8), "\(drive.steps[index])")
    }
  }

  @Test(arguments: [0.6, 0.7, 0.8])
  func `a motor without levels swings by less than a just noticeable difference`(intensity: Double) {
    let felt = onOff.felt(onOff.drive(for: .buzz(intensity, sharpness: 0.5, milliseconds: 1000)))
    let amplitudes = felt.samples[300..<900].map { onOff.perception.amplitude(ofStrength: $0) }
    #expect(amplitudes.max()! < Constants.justNoticeableRatio * amplitudes.min()!)
  }

  @Test func `a push on a motor that another unit has at rest is felt on that unit`() {
    let tapController = TapController(onOff)
    let tap = Tap(start: 0, length: 20, strength: 0.3, sharpness: 0.5)
    let lengths = [0, 0.2, 0.55].map { rest in
      tapController.push(onOff.group(.strong, from: (rest, 0)), tap).milliseconds
    }
    #expect(lengths[1] >= onOff.feltStroke(.strong))
    #expect(lengths[2] < lengths[1])
  }
}
