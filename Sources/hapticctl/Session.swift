internal import HapticPatterns
internal import HapticProtocol

final class Session {
  static func open() throws(Failure) -> Session { Session() }
  var daemonVersion: String { "" }
  func newPlayback() -> PlaybackID { PlaybackID(rawValue: 1)! }
  func play(_ play: Request.Play) throws(Failure) -> VerdictReply { throw .usage("") }
  func end(of playback: PlaybackID) throws(Failure) -> Finished { throw .usage("") }
  func endWithLevels(of playback: PlaybackID) throws(Failure) -> (Finished, [LevelChange]) { throw .usage("") }
  func prepare(_ name: ShortName, on device: DeviceID?, as text: String) throws(Failure) -> Handle { throw .usage("") }
  func stopEverything() throws(Failure) -> VerdictReply { throw .usage("") }
  func devices() throws(Failure) -> [DeviceRecord] { throw .usage("") }
  func statistics(resetting: Bool) throws(Failure) -> StatisticsReport { throw .usage("") }
  func monitor(_ scope: MonitorScope) throws(Failure) {}
  func nextEvent() throws(Failure) -> DaemonEvent { throw .usage("") }
}
