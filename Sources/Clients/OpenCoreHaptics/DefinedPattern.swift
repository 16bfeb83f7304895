internal import HapticProtocol
internal import Haptics
internal import Synchronization

/// A pattern in the daemon, shared by all players of an engine with an equal pattern.
final class DefinedPattern: Sendable {
  let prepared: Prepared
  /// The memory in the daemon, in bytes of packets.
  private let size: Int
  private let core: EngineCore

  init(_ prepared: Prepared, _ size: Int, _ core: EngineCore) {
    self.prepared = prepared
    self.size = size
    self.core = core
  }

  deinit { core.release(size) }
}

/// A weak reference, so that a pattern leaves the daemon with its last player.
struct WeakDefinition: Sendable {
  private(set) weak var definition: DefinedPattern?
}

extension EngineCore {
  /// Returns the definition of a pattern that a player already has, or sends a new one to the daemon.
  ///
  /// - Throws: `resourceNotAvailable` beyond the limits of the daemon.
  func definition(of pattern: Pattern) throws(CHHapticError) -> DefinedPattern {
    if let known = state.withLock({ $0.definitions[pattern]?.definition }) { return known }
    let size = try reserve(pattern)
    let definition = DefinedPattern(client.define(pattern, category: .media, for: device), size, self)
    guard definition.prepared.handle != nil else {
      throw CHHapticError(
        .resourceNotAvailable, "the players of an engine have at most \(Limits.handles) different patterns at a time")
    }
    let count = state.withLock { state in
      state.definitions[pattern] = WeakDefinition(definition: definition)
      return state.definitions.count
    }
    if count >= 2 * Limits.handles { forgetReleased() }
    return definition
  }

  private func forgetReleased() {
    // Outside the lock, because this may hold the last reference to a definition for a moment.
    let released = state.withLock { $0.definitions }.filter { $0.value.definition == nil }
    state.withLock { state in
      for pattern in released.keys { state.definitions[pattern] = nil }
    }
  }

  /// Reserves the memory of a pattern in the daemon.
  ///
  /// - Returns: its size in bytes.
  private func reserve(_ pattern: Pattern) throws(CHHapticError) -> Int {
    let define = Request.Define(of: pattern, handle: Handle(rawValue: 1)!)
    guard define.isWithinLimits else {
      throw CHHapticError(
        .resourceNotAvailable,
        "a pattern has at most \(Limits.patternEvents) events, and \(Limits.patternPoints) parameters and points")
    }
    let size = define.recordBytes
    let isReserved = state.withLock { state in
      if state.patternBytes + size > Limits.patternBytes { return false }
      state.patternBytes += size
      return true
    }
    if !isReserved {
      throw CHHapticError(
        .resourceNotAvailable, "the patterns of an engine's players have at most \(Limits.patternBytes) bytes")
    }
    return size
  }

  fileprivate func release(_ size: Int) { state.withLock { $0.patternBytes -= size } }
}
