internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// The actuators present, each with its player, in the order in which they are preferred.
struct Roster {
  private(set) var players: [Player] = []

  /// Phone motors before pads: feedback of the interface belongs to the thing in the hand that has the screen.
  mutating func insert(_ player: Player) {
    let rank = Self.rank(player)
    let position = players.firstIndex { Self.rank($0) > rank } ?? players.endIndex
    players.insert(player, at: position)
  }

  mutating func remove(_ id: DeviceID) -> Player? {
    guard let index = players.firstIndex(where: { $0.actuator.id == id }) else { return nil }
    return players.remove(at: index)
  }

  private static func rank(_ player: Player) -> Int {
    switch player.kind {
    case .vibrator: 0
    case .gamepad: 1
    default: 2
    }
  }

  // MARK: Routing

  /// Who plays.
  struct Route {
    let first: Player
    /// Those who play the same, where several are asked for.
    var others: [Player] = []
  }

  /// Who plays: the device asked for, or else who is meant by the locality.
  func route(to device: DeviceID?, _ locality: Locality, at now: Instant) throws(Refusal) -> Route {
    if let device { return Route(first: try player(device)) }
    switch locality {
    case .phone: return Route(first: try firstOf { _ in true })
    case .gamepad:
      if let pad = lastTouched { return Route(first: pad) }
      return Route(first: try firstOf { $0.kind == .gamepad })
    case .hand:
      if let pad = padInHand(at: now) { return Route(first: pad) }
      return Route(first: try firstOf { _ in true })
    case .everywhere: return try everyone()
    }
  }

  private func player(_ device: DeviceID) throws(Refusal) -> Player {
    guard let player = players.first(where: { $0.actuator.id == device }) else { throw Refusal(.unknownDevice) }
    guard player.actuator.isReady else { throw Refusal(.deviceFailed) }
    if player.strength == .none { throw Refusal(.deviceOff) }
    return player
  }

  private func firstOf(_ isMeant: (Player) -> Bool) throws(Refusal) -> Player {
    if let player = players.first(where: { $0.plays && isMeant($0) }) { return player }
    let isSwitchedOff = players.contains { $0.actuator.isReady && isMeant($0) }
    throw Refusal(isSwitchedOff ? .deviceOff : .noActuator)
  }

  private func everyone() throws(Refusal) -> Route {
    let first = try firstOf { _ in true }
    return Route(first: first, others: players.filter { $0.plays && $0 !== first })
  }

  // MARK: Hands

  /// How long a pad that nobody touches is still taken for being held.
  static let grip = Duration.seconds(5)

  /// The pad that was touched last, of those that tell; nil where none does, and where there is no choice.
  private var lastTouched: Player? {
    let pads = players.filter { $0.plays && $0.kind == .gamepad }
    if pads.count < 2 { return pads.first }
    return pads.max { touch(of: $0) < touch(of: $1) }.flatMap { touch(of: $0) > .distantPast ? $0 : nil }
  }

  private func padInHand(at now: Instant) -> Player? {
    guard let pad = lastTouched, touch(of: pad) > .distantPast, now - touch(of: pad) <= Self.grip else { return nil }
    return pad
  }

  private func touch(of player: Player) -> Instant { player.actuator.lastTouch ?? .distantPast }
}

extension Player {
  /// Whether it can, and may.
  fileprivate var plays: Bool { actuator.isReady && strength > .none }
}

/// Why a request is not carried out.
struct Refusal: Error {
  let verdict: Verdict
  init(_ verdict: Verdict) { self.verdict = verdict }
}
