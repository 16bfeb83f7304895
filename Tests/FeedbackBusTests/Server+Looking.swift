import HapticPatterns
import HapticProtocol
import HapticSystem

@testable import HapticServer

extension Server {
  /// The verdicts of the history, the oldest first.
  var verdicts: [Verdict] {
    records.map(\.verdict)
  }

  /// The requests of the history, the oldest first.
  var requests: [Opcode] { records.map(\.opcode) }

  /// The latest entry of the history.
  var lastRecord: Observed? { records.last }

  private var records: [Observed] {
    var records: [Observed] = []
    while true {
      let next = recorder.history.records(after: records.last?.number ?? 0).records
      if next.isEmpty { return records }
      records += next
    }
  }

  /// The verdicts on sounds and lights, the oldest first, such as `sound played`.
  var cueVerdicts: [String] {
    records.filter { $0.medium != .haptic }.map { "\($0.medium) \($0.verdict)" }
  }

  func isPlaying(_ name: ShortName) -> Bool {
    devices.players.contains { $0.playbacks.contains { $0.request.feedback == name && $0.treatment != .held } }
  }

  var playingCount: Int { devices.players.map(\.playbacks.count).reduce(0, +) }

  var clientCount: Int { sessions.all.count }

  /// The end of the last vibration of a feedback.
  func length(of name: ShortName) -> Duration {
    let events = policy.catalogue.feedback(named: name)?.pattern.definition.events ?? []
    return events.filter { $0.intensity > .none }.map(\.end).max() ?? .zero
  }
}

extension Duration {
  var milliseconds: Int { Int(wholeNanoseconds / 1_000_000) }
}
