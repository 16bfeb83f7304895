public import Foundation
internal import Synchronization

extension CHHapticEngine {
  // MARK: Players

  /// Makes a player. Sends the pattern to the daemon without waiting; also works while the engine is stopped.
  ///
  /// - Throws: `invalidPatternData` for a pattern without events; `resourceNotAvailable` for the 65th different pattern
  ///   of an engine's players, a pattern above 16,384 events or 32,768 parameters and points of curves, or patterns above
  ///   1 MiB together.
  public func makePlayer(with pattern: CHHapticPattern) throws -> any CHHapticPatternPlayer {
    try core.makePlayer(with: pattern)
  }

  /// Makes a player that can pause, seek, loop and change its rate.
  ///
  /// - Throws: as `makePlayer(with:)`.
  public func makeAdvancedPlayer(with pattern: CHHapticPattern) throws -> any CHHapticAdvancedPatternPlayer {
    try core.makePlayer(with: pattern)
  }

  // MARK: Files

  /// Plays an AHAP file now. Starts the engine if it is stopped.
  ///
  /// - Throws: as `CHHapticPattern.init(contentsOf:)`, `start()` and `makePlayer(with:)`.
  public func playPattern(from fileURL: URL) throws { try play(try CHHapticPattern(contentsOf: fileURL)) }

  /// Plays the bytes of an AHAP file now. Starts the engine if it is stopped.
  ///
  /// - Throws: as `playPattern(from:)` for a file.
  public func playPattern(from data: Data) throws {
    try play(try CHHapticPattern(ahap: Array(data), otherwise: .invalidPatternData))
  }

  private func play(_ pattern: CHHapticPattern) throws {
    if core.state.withLock({ $0.phase == .stopped }) { try core.start() }
    try core.makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
  }

  // MARK: Audio

  /// Registers an audio file, for `CHHapticEvent`. The events are silent.
  ///
  /// - Parameter options: values under `CHHapticAudioResourceKey`; without effect.
  /// - Returns: an id of this engine, never 0.
  /// - Throws: `fileNotFound` if the file does not exist.
  public func registerAudioResource(
    _ resourceURL: URL, options: [AnyHashable: Any] = [:]
  ) throws -> CHHapticAudioResourceID {
    guard FileManager.default.isReadableFile(atPath: resourceURL.path) else {
      throw CHHapticError(.fileNotFound, "cannot read \(resourceURL.path)")
    }
    return core.state.withLock { state in
      state.lastResource += 1
      state.resources.insert(state.lastResource)
      return state.lastResource
    }
  }

  /// Removes an audio file.
  ///
  /// - Throws: `invalidAudioResource` if it is not registered.
  public func unregisterAudioResource(_ resourceID: CHHapticAudioResourceID) throws {
    let old = core.state.withLock { $0.resources.remove(resourceID) }
    if old == nil { throw CHHapticError(.invalidAudioResource, "no audio resource \(resourceID) is registered") }
  }
}
