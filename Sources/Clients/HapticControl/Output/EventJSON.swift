internal import HapticProtocol
internal import Haptics

extension JSONObject {
  /// An event of a monitor; nil for events that no monitor receives.
  static func event(_ event: ClientEvent, _ clock: WallClock) -> JSONObject? {
    switch event {
    case .observed(let observed): request(observed, clock)
    case .level(let level): self.level(level, clock)
    case .ended(let end): self.end(end, clock)
    case .device(let change): ["event": "\(change.kind)", "device": device(change.device)]
    case .connected(let version): ["event": "connected", "daemonVersion": "\(version)"]
    case .disconnected: ["event": "disconnected"]
    case .lost(let count): ["event": "lost", "lostCount": count]
    case .status(let status): ["event": "status", "status": self.status(status)]
    case .finished, .reset: nil
    }
  }

  private static func level(_ level: LevelChange, _ clock: WallClock) -> JSONObject {
    let object: JSONObject = [
      "event": "level", "deviceID": level.device.rawValue, "strongMagnitude": level.strong, "weakMagnitude": level.weak,
      "leaseMilliseconds": level.leaseMilliseconds, "periodMilliseconds": level.periodMilliseconds.nonZero,
    ]
    return object.with(moments: ["planned": level.plannedNanoseconds, "written": level.writtenNanoseconds], clock)
  }

  private static func end(_ end: PlaybackEnd, _ clock: WallClock) -> JSONObject {
    let object: JSONObject = [
      "event": "ended", "number": end.number, "deviceID": end.device.rawValue, "endReason": end.reason.name,
    ]
    return object.with(moments: ["written": end.firstWrittenNanoseconds, "ended": end.endedNanoseconds], clock)
  }

  /// An entry of the history, with the further devices of its play.
  static func entry(_ entry: HistoryEntry, _ clock: WallClock) -> JSONObject {
    var object = request(entry.record, clock)
    if !entry.further.isEmpty { object["furtherDevices"] = entry.further.map { further($0, clock) } }
    return object
  }

  static func request(_ observed: Observed, _ clock: WallClock) -> JSONObject {
    let isHaptic = observed.medium == .haptic
    let lateness = Lateness(observed)
    let object: JSONObject = [
      "event": "request", "request": "\(observed.opcode)", "verdict": observed.verdict.name,
      "category": observed.category?.name, "feedback": observed.feedback.words,
      "application": observed.applicationName.words, "processID": observed.processID,
      "medium": isHaptic ? nil : "\(observed.medium)",
      "intensity": isHaptic && observed.opcode == .play ? strength(observed.intensity) : nil,
      "feltStrength": isHaptic && observed.verdict == .played ? strength(observed.felt) : nil,
      "deviceID": observed.device?.rawValue, "lostCount": observed.lost.nonZero, "number": observed.number.nonZero,
      "identity": "\(observed.identity)",
      "importance": observed.importance == .ordinary ? nil : "\(observed.importance)",
      "endReason": observed.end?.name, "lateNanoseconds": lateness?.late, "deadlineNanoseconds": lateness?.deadline,
    ]
    return object.with(
      moments: [
        "cause": observed.causeNanoseconds, "received": observed.receivedNanoseconds,
        "admitted": observed.admittedNanoseconds, "written": observed.writtenNanoseconds,
      ], clock)
  }

  private static func further(_ record: Observed, _ clock: WallClock) -> JSONObject {
    let object: JSONObject = [
      "number": record.number, "deviceID": record.device?.rawValue, "verdict": record.verdict.name,
      "feltStrength": record.verdict == .played ? strength(record.felt) : nil, "endReason": record.end?.name,
    ]
    return object.with(moments: ["written": record.writtenNanoseconds], clock)
  }
}

extension ShortName {
  /// The text; nil for an empty one.
  var words: String? { isEmpty ? nil : "\(self)" }
}
