internal import HapticServer
internal import SoundLight

/// Gives places to sounds and lights, and distributes the reports of their player.
final class CueCoordinator {
  private let player: any CuePlayer
  private var handlers: [UInt32: (CueResult) -> Void] = [:]
  /// Separate, so that an event takes no place from itself.
  private var sounds = CuePlaces()
  private var lights = CuePlaces()
  private var last: UInt32 = 0

  init(_ player: any CuePlayer) {
    self.player = player
    player.onResult = { [unowned self] in note($0, $1) }
  }

  deinit { player.onResult = nil }

  /// Starts a cue. It may take the place of another one, which ends with the result `busy`.
  ///
  /// - Parameter rank: the priority of the event.
  /// - Returns: its number, and the result if it did not start.
  func play(
    _ cue: Cue, for owner: ResourceOwner, rank: Int, _ handler: @escaping (CueResult) -> Void
  ) -> (UInt32?, CueResult?) {
    repeat { last &+= 1 } while handlers[last] != nil
    let number = last
    let place = CuePlaces.Place(number: number, owner: owner, rank: rank)
    switch (cue.isLight ? lights : sounds).decide(on: place) {
    case .granted: break
    case .replaces(let other):
      let displaced = remove(other)
      player.end(other)
      displaced?(.busy)
    case .refused: return (nil, .busy)
    }
    if let result = player.play(cue, as: number) { return (nil, result) }
    handlers[number] = handler
    if cue.isLight { lights.add(place) } else { sounds.add(place) }
    return (number, nil)
  }

  /// Ends a cue. Its handler is not called again.
  func end(_ number: UInt32) { if remove(number) != nil { player.end(number) } }

  private func note(_ number: UInt32, _ result: CueResult) {
    let handler = result == .started ? handlers[number] : remove(number)
    handler?(result)
  }

  private func remove(_ number: UInt32) -> ((CueResult) -> Void)? {
    guard let handler = handlers.removeValue(forKey: number) else { return nil }
    // A dictionary never frees memory by itself.
    if handlers.isEmpty { handlers = [:] }
    sounds.remove(number)
    lights.remove(number)
    return handler
  }
}
