internal import HapticProtocol
internal import MotorDriving

/// The present devices, each with its player, and the nodes that the daemon does not play on.
final class DeviceRegistry {
  /// The players in order of preference; see `rank`.
  private(set) var players: [Player] = []
  /// Whether the daemon ends: no device takes a new play.
  var isEnding = false
  /// The records of nodes that the daemon does not play on, by path.
  private var unused: [String: DeviceRecord] = [:]
  private var numbers = DeviceNumbers()
  /// The total cost of removed devices.
  private var removedCost = MotorCounters()
  /// The cost at the last reset of the statistics.
  private var resetCost = MotorCounters()

  // MARK: Devices

  /// An unused number. Numbers of removed devices come again only after all others.
  func nextNumber() -> DeviceID { numbers.next { player($0) != nil } }

  func player(_ id: DeviceID) -> Player? { players.first { $0.device.id == id } }

  var isPlaying: Bool { players.contains(where: \.isPlaying) }

  func insert(_ player: Player) {
    let rank = Self.rank(player)
    let position = players.firstIndex { Self.rank($0) > rank } ?? players.endIndex
    players.insert(player, at: position)
  }

  func remove(_ id: DeviceID) -> Player? {
    guard let index = players.firstIndex(where: { $0.device.id == id }) else { return nil }
    let player = players.remove(at: index)
    removedCost = removedCost + player.device.sink.counters
    return player
  }

  /// Phone motors come before gamepads: feedback of the user interface belongs to the device with the screen.
  private static func rank(_ player: Player) -> Int {
    switch player.kind {
    case .vibrator: 0
    case .gamepad: 1
    default: 2
    }
  }

  // MARK: Unused nodes

  /// Replaces the record of an unused node; nil removes it.
  ///
  /// - Returns: the change to announce; nil if nothing changed.
  func setUnused(_ record: DeviceRecord?, at path: String) -> DeviceChange? {
    let before = unused[path]
    unused[path] = record
    switch (before, record) {
    case (let before?, nil): return DeviceChange(.removed, before)
    case (nil, let record?): return DeviceChange(.added, record)
    case (let before?, let record?) where before != record: return DeviceChange(.changed, record)
    default: return nil
    }
  }

  /// The records of all known nodes, devices with players first.
  var records: [DeviceRecord] {
    let others = unused.values.sorted { $0.path < $1.path }
    return Array((players.map(\.record) + others).prefix(Limits.devices))
  }

  // MARK: Cost

  /// The cost of all devices since the last reset.
  var cost: MotorCounters { totalCost - resetCost }

  func resetCounters() { resetCost = totalCost }

  private var totalCost: MotorCounters { players.reduce(removedCost) { $0 + $1.device.sink.counters } }
}

/// A source of device numbers. They count up, and start again after the last one, without those in use.
struct DeviceNumbers {
  private var last: UInt32

  init(after last: UInt32 = 0) { self.last = last }

  mutating func next(notIn taken: (DeviceID) -> Bool) -> DeviceID {
    while true {
      last &+= 1
      if let number = DeviceID(rawValue: last), !taken(number) { return number }
    }
  }
}
