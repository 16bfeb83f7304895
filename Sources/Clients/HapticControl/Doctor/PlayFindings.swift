internal import HapticProtocol
internal import HapticSystem

/// Finds the plays of the last minute that were refused for reasons that no setting shows.
struct PlayFindings {
  private(set) var findings: [DoctorFinding] = []

  init(_ history: [Observed], now: Instant) {
    let recent = history.filter { record in
      record.opcode == .play && record.medium == .haptic
        && now.nanoseconds - record.receivedNanoseconds < Self.recentNanoseconds
    }
    if recent.contains(where: { $0.verdict == .coolingDown || $0.end == .coolingDown }) {
      findings.append(
        .silent("motor", "a motor ran for too long and is cooling down", remedy: "wait a few seconds, and play less"))
    }
    let refused = recent.filter { Self.verdicts.contains($0.verdict) }
    if let last = refused.last {
      findings.append(
        .silent(
          "plays",
          "\(counted(refused.count, "play")) refused in the last minute, the last because \(Reason(last).because)",
          remedy: "hapticctl why \(last.number)"))
    }
  }

  private static let recentNanoseconds: Int64 = 60_000_000_000

  /// The refusals that the other checks do not explain.
  private static let verdicts: Set<Verdict> = [
    .unknownFeedback, .expired, .limit, .deviceFailed, .rateLimited, .notPermitted,
  ]
}
