internal import HapticProtocol

/// What one client, or the clients of one application together, may hold.
struct Allowance {
  let handles: Quota
  let playbacks: Quota
  /// Records of patterns, as they travel.
  let patternBytes: Quota
  /// Everything that is kept, by `MemoryCost`.
  let memory: Quota

  /// An application's.
  init(memory: Quota) {
    handles = Quota(Limits.handles * Limits.clientsWorthPerApplication)
    playbacks = Quota(Limits.playbacks * Limits.clientsWorthPerApplication)
    patternBytes = Quota(Limits.patternBytes * Limits.clientsWorthPerApplication)
    self.memory = Quota(Limits.memoryPerApplication, within: memory)
  }

  /// A client's, within its application's.
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
  /// - Returns: false where that exceeds a limit.
  func beginPlayback() -> Bool {
    guard hasRoomForPlayback else { return false }
    _ = playbacks.take()
    _ = memory.take(MemoryCost.playback)
    return true
  }

  func endPlayback() {
    playbacks.giveBack()
    memory.giveBack(MemoryCost.playback)
  }
}
