internal import HapticProtocol

/// The limits of one client, or of all clients of one application together.
struct Allowance {
  let handles: Quota
  let playbacks: Quota
  /// Bytes of the records of patterns, in the encoding of the protocol.
  let patternBytes: Quota
  /// Bytes of everything that is kept, by `MemoryCost`.
  let memory: Quota

  /// The limits of an application.
  init(memory: Quota) {
    handles = Quota(Limits.handles * Limits.clientsWorthPerApplication)
    playbacks = Quota(Limits.playbacks * Limits.clientsWorthPerApplication)
    patternBytes = Quota(Limits.patternBytes * Limits.clientsWorthPerApplication)
    self.memory = Quota(Limits.memoryPerApplication, within: memory)
  }

  /// The limits of a client, within those of its application.
  init(within application: Allowance) {
    handles = Quota(Limits.handles, within: application.handles)
    playbacks = Quota(Limits.playbacks, within: application.playbacks)
    patternBytes = Quota(Limits.patternBytes, within: application.patternBytes)
    memory = application.memory
  }
}

extension Allowance {
  var hasRoomForPlayback: Bool { playbacks.available >= 1 && memory.available >= MemoryCost.playback }

  /// Counts one more playback.
  ///
  /// - Returns: false if that exceeds a limit; nothing is counted then.
  func beginPlayback() -> Bool {
    guard playbacks.take() else { return false }
    if memory.take(MemoryCost.playback) { return true }
    playbacks.giveBack()
    return false
  }

  func endPlayback() {
    playbacks.giveBack()
    memory.giveBack(MemoryCost.playback)
  }
}
