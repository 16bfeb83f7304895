internal import HapticPatterns
internal import Haptics
internal import VirtualDevices

extension Bench {
  /// Plays that find no level of theirs resident. The deadline is out of the way: what is late counts as late here.
  func cold(isNew: Bool) -> Contender {
    var turn = 0
    return Contender(name: "hapticd") { [client, deviceID] in
      let kind = ColdPlay.all[turn % ColdPlay.all.count]
      // Too small a difference to be another level, enough to be another request.
      let difference = isNew ? Double(turn % 400 + 1) / 65535 : 0
      turn += 1
      let haptic = Haptic(
        FeedbackName(kind.feedback), intensity: kind.intensity - difference, on: deviceID, deadline: .seconds(2))
      guard client.play(haptic) else { throw RigError("hapticd takes no packet") }
    }
  }
}

/// Feedbacks and intensities that come to different levels on a motor with levels.
private struct ColdPlay {
  let feedback: ShortName
  let intensity: Double

  /// The order keeps plays of the same feedback apart.
  static let all = [1.0, 0.8, 0.63, 0.5, 0.4, 0.3].flatMap { intensity in
    (["impact.soft", "selection", "impact.light"] as [ShortName]).map { ColdPlay(feedback: $0, intensity: intensity) }
  }
}
