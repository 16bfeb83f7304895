public import HapticPatterns
public import HapticProtocol

/// An event from the daemon, received by `HapticClient.events()` or a handler.
public enum ClientEvent: Hashable, Sendable {
  /// The daemon has accepted the connection.
  case connected(daemonVersion: ShortName)
  /// The connection ended, and with it all playbacks of this client. The next use connects again.
  case disconnected
  /// A playback with a number has ended.
  case finished(Finished)
  /// The devices changed. The client has already prepared its feedbacks and patterns again.
  case reset
  /// A device changed; with `MonitorScope.devices`.
  case device(DeviceChange)
  /// A request of any client; with `MonitorScope.requests`.
  case observed(Observed)
  /// A level was written to a device; with `MonitorScope.levels`.
  case level(LevelChange)
  /// A playback of any client has ended; with `MonitorScope.requests`.
  case ended(PlaybackEnd)
  /// The settings or circumstances changed; with `MonitorScope.status`.
  indirect case status(Status)
  /// The number of events that were dropped before the next one, because the application did not read them in time.
  case lost(count: Int)
}
