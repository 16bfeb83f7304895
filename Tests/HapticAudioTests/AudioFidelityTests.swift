import FidelitySimulation
import Foundation
import Glibc
import HapticPatterns
import MotorRendering
import TestSupport
import Testing

@testable import HapticAudio

/// Patterns from sounds on the motors of the fidelity report, against one vibration that follows the envelope, rendered by
/// the same renderer. The intention is the score of the generator.
@Suite struct AudioFidelityTests {
  /// The sums over all sounds by one notion of strength.
  private struct Sums {
    var (felt, possible, unfelt, noticeable, falsePulses, count) = (0, 0, 0, 0, 0, 0)
    var (correlation, peakError) = (0.0, 0.0)

    mutating func add(_ figures: Figures) {
      felt += figures.felt
      possible += figures.possible
      unfelt += figures.unfelt
      noticeable += figures.noticeable
      falsePulses += figures.falsePulses
      correlation += figures.correlation
      peakError += figures.peakError
      count += 1
    }

    var apart: Double { Double(felt) / Double(max(possible, 1)) }

    var line: String {
      func number(_ value: Double) -> String { String(format: "%.3f", value) }
      let mean = Double(max(count, 1))
      return "\(felt) of \(possible) | \(number(correlation / mean)) | \(number(peakError / mean)) | \(unfelt) of "
        + "\(noticeable) | \(falsePulses)"
    }
  }

  /// A sound with what it means and the patterns of both players.
  private struct Subject {
    let intention: Intention
    let ours, naive: Pattern

    init(_ sound: Sound, meant score: Pattern? = nil) {
      (ours, naive) = (sound.pattern(), sound.naivePattern)
      intention = Intention(score ?? naive)
    }
  }

  private static func compare(_ subjects: [Subject], on actuator: Actuator)
    -> [(notion: Notion, ours: Sums, naive: Sums)]
  {
    let model = MotorModel.presets[actuator.preset]!
    let separability = Separability(actuator)
    var sums = Notion.allCases.map { (notion: $0, ours: Sums(), naive: Sums()) }
    for subject in subjects where !subject.intention.isSilent {
      let trial = Trial(
        subject.intention, on: actuator, separability, ours: model.drive(for: subject.ours),
        naive: [model.drive(for: subject.naive)])
      for (index, judgement) in trial.judgements.enumerated() {
        sums[index].ours.add(judgement.ours)
        sums[index].naive.add(judgement.naive[0])
      }
    }
    return sums
  }

  /// Whether to measure all sounds, for docs/sounds.md; otherwise one of each kind.
  private static let isReport = ProcessInfo.processInfo.environment["HAPTICD_SOUND_REPORT"] != nil

  @Test(.enabled(if: TestExtent.isFull, "make check-all runs this, because OnsetTests find the same strokes"))
  func `strokes of sounds are felt apart more often than with an envelope`() {
    let sounds = Self.isReport ? GeneratedSound.all : Array(GeneratedSound.all.prefix(3))
    let subjects = sounds.map { Subject($0.sound, meant: $0.score) }
    for actuator in Actuator.all {
      for result in Self.compare(subjects, on: actuator) {
        Self.show(result, actuator)
        #expect(result.ours.correlation >= result.naive.correlation, "\(actuator.title) \(result.notion)")
        #expect(result.ours.apart >= result.naive.apart, "\(actuator.title) \(result.notion)")
        #expect(result.ours.unfelt <= result.naive.unfelt, "\(actuator.title) \(result.notion)")
      }
    }
  }

  private static func show(_ result: (notion: Notion, ours: Sums, naive: Sums), _ actuator: Actuator) {
    guard isReport else { return }
    print("| \(actuator.title), \(result.notion) | `from-audio` | \(result.ours.line) |")
    print("| \(actuator.title), \(result.notion) | envelope | \(result.naive.line) |")
  }

  private static let theme = "/usr/share/sounds/freedesktop/stereo"

  @Test(.enabled(if: SoundLibrary.shared != nil && access(theme, R_OK) == 0, "no libsndfile or sound theme"))
  func `each sound of the freedesktop theme has a pattern whose beginning is felt`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.theme).filter { $0.hasSuffix(".oga") }.sorted()
    let sounds = try files.map { try Sound(path: "\(Self.theme)/\($0)") }
    let short = sounds.filter { $0.duration < (Self.isReport ? .seconds(6) : .milliseconds(400)) }
    let subjects = short.map { Subject($0) }
    #expect(subjects.allSatisfy { !$0.ours.events.isEmpty })
    for actuator in Actuator.all {
      for result in Self.compare(subjects, on: actuator) {
        Self.show(result, actuator)
        #expect(result.ours.unfelt == 0, "\(actuator.title) \(result.notion)")
      }
    }
  }
}

extension Sound {
  /// One vibration that follows the envelope of the sound, which is what a player without an analysis makes.
  fileprivate var naivePattern: Pattern {
    let envelope = LoudnessEnvelope(self)
    guard !envelope.levels.isEmpty else { return [] }
    let strengths = envelope.levels.map { min(LoudnessEnvelope.strength($0), 1) }
    let points = Polyline.points(strengths, tolerance: 0.02)
    let length = Duration.milliseconds(strengths.count)
    return Pattern(
      [Event(.continuous(duration: length), intensity: .full, sharpness: Event.defaultSharpness)],
      curves: [ParameterCurve(.intensity, points.map { .init(at: .milliseconds($0.index), $0.value) })])
  }
}
