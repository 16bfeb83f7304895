import HapticPatterns
import HapticThemes
import TestSupport
import Testing

@testable import MotorRendering

extension NamedModel {
  /// The usual ones and every device that udev knows; of equal ones the first.
  static let all: [NamedModel] = {
    var seen: Set<MotorModel> = []
    return (usual + HardwareDatabase.models).filter { seen.insert($0.model).inserted }
  }()

  /// Whether taps of different strengths feel different: a just noticeable difference of strength is 19 %. The slowest
  /// motors that can only be switched need as long for the weakest pulse that is felt as for the strongest tap.
  var isGraded: Bool { felt("selection").peak * 1.19 < felt("impact.heavy").peak }

  /// Half of a just noticeable difference of strength, in ratio: what `hapticctl lint` takes for alike differs by less.
  static let noticedStep = 1.19.squareRoot()

  /// Whether the shortest pulse that is felt is longer than the buzzes and hums of the theme are meant to be.
  var isSluggish: Bool { model.shortestPulse > .milliseconds(50) }

  /// The drive of a feedback of a theme.
  func drive(_ name: ShortName, of theme: Theme = .standard, intensity: Double = 1) -> Drive {
    model.drive(for: theme.vocabulary[name]!.pattern, intensity: intensity)
  }

  /// What that drive feels like.
  func felt(_ name: ShortName, of theme: Theme = .standard, intensity: Double = 1) -> FeltEnvelope {
    model.felt(drive(name, of: theme, intensity: intensity))
  }

  /// What taps of a feedback feel like that follow each other.
  func felt(_ name: ShortName, times count: Int, every distance: Duration) -> FeltEnvelope {
    let events = Theme.standard.vocabulary[name]!.pattern.events
    let repeats = (0..<count).flatMap { index in
      events.map {
        Event($0.kind, at: $0.time + distance * index, intensity: $0.intensity, sharpness: $0.sharpness)
      }
    }
    return model.felt(model.drive(for: Pattern(repeats)))
  }
}

extension FeltEnvelope {
  /// The mean strength of its pulses.
  var meanPeak: Double { pulses.map(\.peak).reduce(0, +) / Double(pulses.count) }

  /// How long it is about as strong as it goes.
  var timeNearFull: Duration { interval * samples.count { $0 > 0.8 } }

  /// When it is strongest, as a part of the time until nothing is felt any more.
  var placeOfPeak: Double {
    let end = (samples.lastIndex { $0 > 0 } ?? 0) + 1
    return Double(samples.firstIndex { $0 == peak } ?? 0) / Double(end)
  }
}
