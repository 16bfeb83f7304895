import Foundation
import HapticPatterns
import TestSupport
import Testing

@testable import MotorRendering

@Suite struct RenderingTests {
  private let erm = NamedModel.preset("erm")
  private let lra = NamedModel.preset("lra")
  private let onOff = NamedModel.preset("on-off")
  private let pad = NamedModel.preset("pad")

  /// Returns the drive as text: "0 ffff/ffff, 15 0/0", times in milliseconds, magnitudes in hexadecimal.
  private func text(_ drive: Drive) -> String {
    drive.steps.map { step in
      let levels = [step.level.strong, step.level.weak].map { String($0, radix: 16) }.joined(separator: "/")
      let time = step.at / .milliseconds(1)
      return time == time.rounded() ? "\(Int(time)) \(levels)" : "\(time) \(levels)"
    }.joined(separator: ", ")
  }

  // MARK: By value

  @Test func `a medium impact, motor by motor`() {
    #expect(text(erm.drive("impact.medium")) == "0 ffff/ffff, 27.9 0/0")
    #expect(text(lra.drive("impact.medium")) == "0 c61a/c61a, 10.2 0/0")
    #expect(text(onOff.drive("impact.medium")) == "0 ffff/ffff, 37.1 0/0")
    #expect(text(pad.drive("impact.medium")) == "0 f4a6/c0eb, 24 0/0")
  }

  @Test func `success on a phone's motors`() {
    #expect(
      text(erm.drive("success"))
        == "0 ffff/ffff, 23.1 0/0, 110 ffff/ffff, 136 0/0, 220 ffff/ffff, 255.9 0/0")
    #expect(
      text(lra.drive("success")) == "0 9991/9991, 9.6 0/0, 110 c61a/c61a, 119.3 0/0, 220 ffff/ffff, 232.4 0/0")
  }

  @Test func `a vibration of half the strength on a slow motor starts with a kick`() {
    #expect(
      text(erm.drive(for: .buzz(0.6, sharpness: 0.5, milliseconds: 300)))
        == "0 ffff/ffff, 18 9d7c/9d7c, 300 0/0")
  }

  // MARK: Taps

  @Test func `a light tap on a slow motor is a short full pulse`() {
    let drive = erm.drive("impact.light")
    #expect(drive.steps.first?.level.strong == 0xffff)
    #expect(drive.steps.count == 2)
    #expect(drive.duration >= .milliseconds(15) && drive.duration <= .milliseconds(24))
  }

  @Test func `a fast motor gets its strength by level, not by length`() {
    let (light, heavy) = (lra.drive("impact.light"), lra.drive("impact.heavy"))
    #expect(light.steps[0].level.strong < heavy.steps[0].level.strong)
    #expect(heavy.duration <= .milliseconds(30))
  }

  @Test func `on an on-off motor, a stronger tap is a longer pulse`() {
    let lengths = [0.2, 0.4, 0.6, 0.8, 1].map { onOff.drive(for: .tap($0, sharpness: 0.5)).duration }
    for (shorter, longer) in zip(lengths, lengths.dropFirst()) { #expect(shorter < longer) }
  }

  @Test(arguments: NamedModel.all)
  func `a sharper tap is never longer`(named: NamedModel) {
    let lengths = [0, 0.3].map { named.model.drive(for: .tap(1, sharpness: $0)).duration }
    #expect(lengths[1] <= lengths[0])
    // A pair uses other blends, whose motors are slower or quicker.
    guard named.model.motorCount == 1 else { return }
    let sharper = [0.4, 0.6].map { named.model.drive(for: .tap(1, sharpness: $0)).duration }
    #expect(sharper[1] <= sharper[0])
    #expect(
      named.model.drive(for: .tap(1, sharpness: 1)).duration < named.model.drive(for: .tap(1, sharpness: 0)).duration)
  }

  @Test func `no pulse is shorter than what can be felt`() {
    for named in NamedModel.all {
      for intensity in [0.001, 0.1, 0.5, 1] {
        for sharpness in [0, 0.5, 1] {
          let drive = named.model.drive(for: .tap(intensity, sharpness: sharpness))
          #expect(drive.duration >= named.model.shortestPulse)
          #expect(named.model.felt(drive).pulses.count == 1)
        }
      }
    }
  }

  // MARK: Vibrations

  @Test(arguments: ["erm", "lra", "pad"], [0.3, 0.5, 0.8, 1])
  func `a vibration settles at the requested strength`(name: String, intensity: Double) {
    let model = NamedModel.preset(name)
    for sharpness in [0, 0.5, 1] {
      let felt = model.felt(model.drive(for: .buzz(intensity, sharpness: sharpness, milliseconds: 600)))
      let amplitudes = [felt.samples[400], intensity].map { model.perception.amplitude(ofStrength: $0) }
      // Half a step of the palette in either direction.
      #expect(abs(log(amplitudes[0] / amplitudes[1])) < log(Constants.justNoticeableRatio) / 2 + 0.01)
    }
  }

  @Test func `a kick brings a slow motor up sooner, and does not overshoot`() throws {
    let kicked = erm.felt(erm.drive(for: .buzz(0.6, sharpness: 0.5, milliseconds: 300)))
    let swelling = erm.felt(erm.drive(for: .buzz(0.6, sharpness: 0.1, milliseconds: 300)))
    #expect(try #require(kicked.samples.firstIndex { $0 > 0.5 }) < 22)
    #expect(try #require(swelling.samples.firstIndex { $0 > 0.5 }) > 30)
    #expect(kicked.peak < 0.65)
  }

  @Test(arguments: [0.35, 0.5, 0.7])
  func `an on-off motor holds a weaker vibration by pulsing, without stumbling`(intensity: Double) {
    let drive = onOff.drive(for: .buzz(intensity, sharpness: 0.5, milliseconds: 1000))
    #expect(Set(drive.steps.map(\.level)) == [.off, Level(strong: 0xffff, weak: 0xffff)])
    #expect(drive.steps.count > 10)
    let felt = onOff.felt(drive)
    #expect(felt.pulses.count == 1)
    let middle = felt.samples[300..<900]
    let mean = middle.reduce(0, +) / Double(middle.count)
    let weakest = onOff.perception.strength(ofAmplitude: PulseDensity(onOff).weakest)
    #expect(abs(mean / max(intensity, weakest) - 1) < 0.1)
  }

  @Test func `at full strength, an on-off motor runs without pauses`() {
    #expect(text(onOff.drive(for: .buzz(1, sharpness: 0.5, milliseconds: 500))) == "0 ffff/ffff, 500 0/0")
  }

  @Test(arguments: NamedModel.all)
  func `a drive is not expected to be felt later than it ends`(named: NamedModel) {
    for length in [1, 5, 20, 60, 300] {
      let drive = named.model.drive(for: .buzz(0.5, sharpness: 0.5, milliseconds: length))
      #expect(drive.lead > .zero && drive.lead <= drive.duration, "\(length) ms: \(drive.lead)")
    }
  }

  @Test func `the last moment of a short vibration gets no level of its own`() {
    #expect(erm.drive(for: .buzz(0.85, sharpness: 0.5, milliseconds: 33)).steps.map(\.level.strong) == [0xffff, 0])
    #expect(erm.drive(for: .buzz(0.6, sharpness: 0.5, milliseconds: 60)).steps.count == 3)
  }

  // MARK: Pairs

  @Test func `sharpness moves the blend from the strong motor to the weak one, in steps`() {
    for intensity in [0.5, 0.8] {
      let parts = stride(from: 0.1, to: 1, by: 0.2).map { sharpness in
        let drive = pad.drive(for: .buzz(intensity, sharpness: sharpness, milliseconds: 600))
        let (strong, weak) = pad.drives(of: drive.level(at: .milliseconds(500)))
        #expect(strong > 0 && weak > 0)
        return weak / strong
      }
      for (dull, sharp) in zip(parts, parts.dropFirst()) { #expect(dull < sharp) }
      #expect(parts[0] < 0.7 && parts[4] > 1 / 0.7)
    }
    for (sharpness, isStronger) in [(0.1, true), (0.9, false)] {
      let level = pad.drive(for: .tap(1, sharpness: sharpness)).steps[0].level
      #expect((level.strong > level.weak) == isStronger)
    }
  }

  @Test func `a vibration feels equally strong at every sharpness`() {
    for intensity in [0.3, 0.6, 1] {
      let strengths = stride(from: 0, through: 1, by: 0.1).map { sharpness in
        pad.felt(pad.drive(for: .buzz(intensity, sharpness: sharpness, milliseconds: 600))).samples[400]
      }
      let amplitudes = strengths.map { pad.perception.amplitude(ofStrength: $0) }
      #expect(amplitudes.max()! / amplitudes.min()! < Constants.justNoticeableRatio)
    }
  }

  // MARK: Separation

  /// Returns a switched motor with this time constant for rise and fall, in milliseconds.
  private func sluggish(constant: Double) -> MotorModel {
    let time = Duration.milliseconds(constant * 2.3026)
    return MotorModel(
      kind: .vibrator, strong: Motor(rise: time, fall: time), isOnOff: true, shortestPulse: .milliseconds(40),
      minimumInterval: .milliseconds(5))
  }

  @Test(arguments: [20.0, 50, 65, 80, 100])
  func `the pulses of success do not smear on a slow motor`(constant: Double) {
    let model = sluggish(constant: constant)
    #expect(model.felt(model.drive("success")).pulses.count == 3)
  }

  @Test func `a slow motor gets later pulses, which would merge otherwise`() {
    let model = sluggish(constant: 100)
    let steps = model.drive("success").steps
    #expect(steps[2].at > .milliseconds(110) && steps[2].at <= .milliseconds(110 + 120))
    #expect(steps[4].at > .milliseconds(220) && steps[4].at <= .milliseconds(220 + 120))
    let punctual = zip([0, 2, 4], [0, 110, 220]).flatMap { index, onset in
      let length = steps[index + 1].at - steps[index].at
      return [
        Drive.Step(at: .milliseconds(onset), level: steps[index].level),
        Drive.Step(at: .milliseconds(onset) + length, level: .off),
      ]
    }
    #expect(model.felt(Drive(punctual, end: .zero)).pulses.count < 3)
  }

  @Test func `a fast motor keeps the time of every tap`() {
    let onsets = lra.drive(for: .taps(12, every: 50)).steps.filter { $0.level != .off }.map(\.at)
    #expect(onsets == (0..<12).map { .milliseconds(50 * $0) })
  }

  @Test(arguments: [("erm", 80), ("lra", 50), ("pad", 65)])
  func `twenty taps at a dozen or more per second are twenty pulses`(name: String, interval: Int) {
    let model = NamedModel.preset(name)
    let drive = model.drive(for: .taps(20, every: interval, intensity: 0.4, sharpness: 0.7))
    #expect(model.felt(drive).pulses.count == 20)
  }

  @Test(arguments: NamedModel.all, [0.0, 1])
  func `nothing is delayed by more than 120 ms, however dense the taps`(named: NamedModel, sharpness: Double) throws {
    for interval in [11, 15, 17, 19, 20, 21, 22, 24, 27, 32] {
      let drive = named.model.drive(for: .taps(50, every: interval, intensity: 1, sharpness: sharpness))
      #expect(drive.duration <= .milliseconds(49 * interval + 120 + 100), "\(interval) ms")
    }
  }

  // MARK: Edges

  @Test(arguments: NamedModel.all)
  func `a pattern with intensity 0 has an empty drive`(named: NamedModel) {
    for feedback in Vocabulary.standard.feedbacks {
      for intensity in [0, -1, .nan] {
        #expect(named.model.drive(for: feedback.pattern, intensity: intensity) == .empty)
      }
    }
    #expect(named.model.drive(for: Pattern([])) == .empty)
  }

  @Test func `a strength beyond the range is full strength`() {
    #expect(erm.drive("success", intensity: 9) == erm.drive("success"))
  }

  @Test func `a pause at the start of a pattern is kept`() {
    let pattern: Pattern = [Event(.transient, at: .milliseconds(500), intensity: 1, sharpness: 0.5)]
    #expect(erm.drive(for: pattern).steps.first?.at == .milliseconds(500))
  }

  @Test func `an accent inside a vibration is felt on top of it`() {
    let pattern: Pattern = [
      Event(.continuous(duration: .milliseconds(400)), intensity: 0.4, sharpness: 0.5),
      Event(.transient, at: .milliseconds(200), intensity: 1, sharpness: 0.5),
    ]
    for model in [erm, lra, pad] {
      let felt = model.felt(model.drive(for: pattern))
      #expect(felt.samples[195] < 0.45)
      // Three just noticeable differences.
      #expect(felt.samples[200..<270].max()! > 0.4 * 1.19 * 1.19 * 1.19)
      #expect(felt.samples[380] < 0.45)
    }
  }

  @Test func `a tap that is not noticeably stronger than a vibration leaves it whole`() {
    let hum = Event(.continuous(duration: .milliseconds(400)), intensity: 0.75, sharpness: 0.5)
    for intensity in [0.5, 0.8] {
      let tap = Event(.transient, at: .milliseconds(200), intensity: Intensity(intensity), sharpness: 0.5)
      for model in [erm, lra, pad] {
        let (plain, tapped) = (model.drive(for: [hum]), model.drive(for: [hum, tap]))
        for moment in stride(from: 100, to: 380, by: 1).map({ Duration.milliseconds($0) }) {
          #expect(tapped.level(at: moment).strong >= plain.level(at: moment).strong, "\(moment)")
        }
      }
    }
  }

  @Test func `a tap that is noticeably stronger than a vibration is felt over it, without a gap`() throws {
    let pattern: Pattern = [
      Event(.continuous(duration: .milliseconds(400)), intensity: 0.5, sharpness: 0.5),
      Event(.transient, at: .milliseconds(200), intensity: 1, sharpness: 0.5),
    ]
    for model in [erm, lra, pad] {
      let samples = model.felt(model.drive(for: pattern)).samples
      #expect(try #require(samples[200..<300].max()) > samples[195] * Perception.noticeable)
      #expect(try #require(samples[195..<380].min()) > samples[195] / Perception.noticeable)
    }
    #expect(lra.drive(for: pattern).steps.last?.at == .milliseconds(400))
  }

  // MARK: Rolls

  @Test(arguments: ["erm", "on-off", "pad"])
  func `a roll that is too fast for the motor keeps its rhythm`(name: String) {
    let drive = NamedModel.preset(name).drive(for: .taps(39, every: 40, intensity: 0.8))
    let starts = drive.steps.indices.filter { drive.steps[$0].level != .off }.map { drive.steps[$0].at }
    for onset in (0..<39).map({ Duration.milliseconds(40 * $0) }) {
      #expect(starts.contains { abs(($0 - onset) / .milliseconds(1)) < 10 }, "\(onset)")
    }
  }
}
