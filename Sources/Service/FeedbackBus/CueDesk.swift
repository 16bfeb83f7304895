internal import SoundLight

/// Distributes the reports of the player of sounds and lights.
final class CueDesk {
  private let player: any CuePlayer
  private var handlers: [UInt32: (CueResult) -> Void] = [:]
  private var last: UInt32 = 0

  /// The maximum number of sounds and lights at a time.
  static let most = 16

  init(_ player: any CuePlayer) {
    self.player = player
    player.onResult = { [unowned self] in note($0, $1) }
  }

  deinit { player.onResult = nil }

  /// Starts a cue.
  ///
  /// - Returns: its number, and the result if it did not start.
  func play(_ cue: Cue, _ handler: @escaping (CueResult) -> Void) -> (UInt32?, CueResult?) {
    guard handlers.count < Self.most else { return (nil, .busy) }
    repeat { last &+= 1 } while handlers[last] != nil
    if let result = player.play(cue, as: last) { return (nil, result) }
    handlers[last] = handler
    return (last, nil)
  }

  /// Ends a cue. Its handler is not called again.
  func end(_ number: UInt32) {
    guard handlers.removeValue(forKey: number) != nil else { return }
    // A dictionary never frees memory by itself.
    if handlers.isEmpty { handlers = [:] }
    player.end(number)
  }

  private func note(_ number: UInt32, _ result: CueResult) {
    let handler = result == .started ? handlers[number] : handlers.removeValue(forKey: number)
    if handlers.isEmpty { handlers = [:] }
    handler?(result)
  }
}
