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

  /// Who plays: the device asked for, or else the first that is ready.
  func route(to device: DeviceID?) throws(Refusal) -> Player {
    guard let device else {
      guard let player = players.first(where: \.actuator.isReady) else { throw Refusal(.noActuator) }
      return player
    }
    guard let player = players.first(where: { $0.actuator.id == device }) else {
      throw Refusal(.unknownDevice)
    }
    guard player.actuator.isReady else { throw Refusal(.deviceFailed) }
    return player
  }

  /// How many playbacks a session has running, on all actuators together.
  func playbackCount(ownedBy owner: UInt32) -> Int {
    players.reduce(0) { $0 + $1.count(ownedBy: owner) }
  }

  private static func rank(_ player: Player) -> Int {
    switch player.actuator.record.kind {
    case .vibrator: 0
    case .gamepad: 1
    default: 2
    }
  }
}

/// Why a request is not carried out.
struct Refusal: Error {
  let verdict: Verdict
  init(_ verdict: Verdict) { self.verdict = verdict }
}
