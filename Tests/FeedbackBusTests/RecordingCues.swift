import FeedbackBus
import HapticPatterns
import SoundLight

/// A player of sounds and lights that records them.
final class RecordingCues: CuePlayer {
  var onResult: ((UInt32, CueResult) -> Void)?
  /// The running cues.
  private(set) var running: [UInt32: Cue] = [:]
  /// All cues that were started.
  private(set) var started: [Cue] = []
  var isObserved: Bool { onResult != nil }
  /// The failure of the next cues.
  var failure: CueResult?

  func play(_ cue: Cue, as number: UInt32) -> CueResult? {
    if let failure { return failure }
    started.append(cue)
    running[number] = cue
    return nil
  }

  func end(_ number: UInt32) { running[number] = nil }

  /// Reports a result of all running cues of one kind.
  func report(_ result: CueResult, isLight: Bool = false) {
    for (number, cue) in running where cue.isLight == isLight {
      if result != .started { running[number] = nil }
      onResult?(number, result)
    }
  }

  var sounds: [String] {
    started.compactMap {
      if case .sound(let sound, let file) = $0 { file ?? sound.effect } else { nil }
    }
  }
}
