public import HapticPatterns
public import HapticProtocol

/// What a client hears without having asked: from `HapticClient.events()` or a handler.
public enum ClientEvent: Hashable, Sendable {
  /// The daemon said hello.
  case connected(daemonVersion: ShortName)
  /// The connection ended, and with it every playback of this client. It is made again on the next use.
  case disconnected
  /// A playback with a number came to its end.
  case finished(Finished)
  /// The devices changed. What was prepared has been prepared again already.
  case reset
  /// With `MonitorScope.devices`.
  case device(DeviceChange)
  /// With `MonitorScope.requests`.
  case observed(Observed)
  /// With `MonitorScope.levels`.
  case level(LevelChange)
  /// With `MonitorScope.status`.
  indirect case status(Status)
  /// This many events before the next one were dropped, because the application did not take them in time.
  case lost(count: Int)
}
