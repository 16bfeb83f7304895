internal import HapticProtocol
internal import Haptics
internal import Synchronization
internal import VirtualDevices

/// A client that records each level that the daemon writes.
final class LevelWatch {
  private let client: HapticClient
  private let levels = Levels()

  init(_ daemon: Daemon) throws {
    client = daemon.client("watch")
    client.onEvent { [levels] event in if case .level(let level) = event { levels.append(level) } }
    client.monitor(.levels)
    // The reply follows the earlier request, so no level is missed from here on.
    _ = try client.blocking.devices(timeout: waitLimit)
  }

  /// The levels of a device since the last call, after the last of them is off; empty if the emulated machine skipped
  /// all of them.
  func takeToEnd(of device: DeviceID?) throws -> [LevelChange] {
    let overslept = Instant.now + .seconds(3)
    let isOver = try poll(upTo: waitLimit) {
      try client.dispatch(waiting: .milliseconds(50))
      let last = levels.all.last { $0.device == device }
      return last.map { $0.strong == 0 && $0.weak == 0 } ?? (Instant.now > overslept)
    }
    guard isOver else { throw RigError("the levels did not end: \(levels.all.suffix(5))") }
    return levels.take { $0.device == device }
  }

  func forget() throws {
    try client.dispatch(waiting: .milliseconds(50))
    _ = levels.take { _ in true }
  }

  private final class Levels: Sendable {
    private let contents = Mutex<[LevelChange]>([])
    var all: [LevelChange] { contents.withLock { $0 } }
    func append(_ level: LevelChange) { contents.withLock { $0.append(level) } }
    func take(where isWanted: (LevelChange) -> Bool) -> [LevelChange] {
      contents.withLock { levels in
        defer { levels.removeAll(where: isWanted) }
        return levels.filter(isWanted)
      }
    }
  }
}
