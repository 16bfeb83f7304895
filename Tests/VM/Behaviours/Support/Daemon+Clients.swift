internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import TestSupport
internal import VirtualDevices

extension Daemon {
  /// Creates a client of this daemon; it connects on first use.
  func client(_ name: String = "behaviour") -> HapticClient {
    HapticClient(applicationName: name, socketPath: socketPath)
  }

  /// Waits until the daemon reports this state of a device.
  @discardableResult
  func wait(
    for device: any VirtualDevice, toBe state: DeviceRecord.State = .ready, upTo limit: Duration = waitLimit
  ) throws -> DeviceRecord {
    let client = client("observer")
    let path = try device.node
    var records: [DeviceRecord] = []
    let isThere = try poll(upTo: limit) {
      records = try client.blocking.devices(timeout: waitLimit)
      return records.contains { $0.path == path && $0.state == state }
    }
    guard isThere, let record = records.first(where: { $0.path == path }) else {
      throw RigError("\(device.name) is not \(state) within \(limit), but the daemon knows \(records); log: \(log)")
    }
    return record
  }
}

extension HapticClient {
  /// Plays with a deadline that even an emulated machine keeps, and waits for the verdict.
  func playInTime(
    _ name: FeedbackName, intensity: Double = 1, on device: DeviceID? = nil, at start: Instant? = nil,
    playback: PlaybackID? = nil
  ) throws -> VerdictReply {
    let haptic = Haptic(
      name, intensity: intensity, on: device, at: start, deadline: waitLimit, playback: playback)
    return try blocking.play(haptic, timeout: waitLimit)
  }

  /// Plays one feedback and waits for its end.
  func playToEnd(_ name: FeedbackName, intensity: Double = 1, on device: DeviceID? = nil) throws -> Finished {
    let playback = newPlayback()
    // The pause exceeds the duplicate window.
    usleep(35_000)
    let reply = try playInTime(name, intensity: intensity, on: device, playback: playback)
    guard reply.verdict == .played else { throw RigError("\(name): \(reply.verdict.name)") }
    return try blocking.end(of: playback, timeout: waitLimit)
  }

  /// Plays a tap until the motors turn on and off. Repeated, because a busy emulated machine may drop a late tap.
  func feelTap(on device: any VirtualDevice, id: DeviceID? = nil) throws {
    let isFelt = try poll(upTo: waitLimit) {
      device.log.clear()
      guard try playToEnd("impact.heavy", on: id).reason == .ended else { return false }
      return poll(upTo: .seconds(1)) { device.log.entries.isTap }
    }
    if !isFelt { throw RigError("\(device.name) felt no tap, but \(device.log.entries.map(\.event))") }
  }

  /// Plays one vibration at full strength. A pad bears it for two minutes; a phone's motor must cool down after half a minute.
  @discardableResult
  func hum(on device: DeviceID? = nil) throws -> PlaybackID {
    let playback = newPlayback()
    let pattern = define([Event(.continuous(duration: .seconds(100)), intensity: 1, sharpness: 0.2)], for: device)
    let reply = try blocking.play(
      Haptic(pattern, on: device, deadline: waitLimit, playback: playback), timeout: waitLimit)
    guard reply.verdict == .played else { throw RigError("a hum: \(reply.verdict.name)") }
    return playback
  }

  /// Schedules thirty plays of a feedback, one after the other. On a slow emulated machine, plays before the last one
  /// may be dropped as duplicates.
  ///
  /// - Returns: the numbers of the playbacks, in order.
  @discardableResult
  func buzz(_ name: FeedbackName = "error", every interval: Duration = .milliseconds(340), on device: DeviceID? = nil)
    throws -> [PlaybackID]
  {
    // The first call may start the daemon.
    _ = try blocking.devices(timeout: waitLimit)
    let start = Instant.now
    return try (0..<30).map { index in
      let playback = newPlayback()
      let reply = try playInTime(name, on: device, at: start + interval * index, playback: playback)
      guard reply.verdict == .played || index < 29 && reply.verdict == .coalesced else {
        throw RigError("\(name): \(reply.verdict.name)")
      }
      return playback
    }
  }
}

extension [DeviceLog.Entry] {
  /// Whether the motors have turned on and are off now.
  fileprivate var isTap: Bool { motorChanges.contains { $0.state != .off } && motors == .off }
}

/// The timeout of the daemon's replies, long enough for an emulated machine.
let waitLimit = TestWait.limit
