internal import HapticProtocol
internal import HapticSystem
internal import Haptics

/// Finds the plays of the last minute that were refused for reasons that no setting shows.
struct PlayFindings {
  let findings: [DoctorFinding]

  init(_ history: [Observed], now: Instant) {
    let recent = history.filter { record in
      record.opcode == .play && record.medium == .haptic
        && now.nanoseconds - record.receivedNanoseconds < Self.recentNanoseconds
    }
    let isCoolingDown = recent.contains { $0.verdict == .coolingDown || $0.end == .coolingDown }
    let refused = recent.filter { Self.verdicts.contains($0.verdict) }
    findings =
      (isCoolingDown
        ? [
          .silent(
            "motor", "a motor ran for too long and is cooling down", remedy: "wait a few seconds, and play less")
        ] : [])
      + (refused.last.map { last in
        let reason = Reason(last)
        return [
          .silent(
            "plays", "\(counted(refused.count, "play")) refused in the last minute, the last because \(reason.because)",
            remedy: "hapticctl why \(last.number)")
        ]
      } ?? [])
  }

  private static let recentNanoseconds: Int64 = 60_000_000_000

  /// The refusals that the other checks do not explain.
  private static let verdicts: Set<Verdict> = [
    .unknownFeedback, .expired, .limit, .deviceFailed, .rateLimited, .notPermitted,
  ]
}
