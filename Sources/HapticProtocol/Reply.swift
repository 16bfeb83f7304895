public import HapticPatterns

/// What the daemon answers, under the serial of the request.
public enum Reply: Equatable, Sendable {
  case verdict(VerdictReply)
  case hello(HelloReply)
  case devices([DeviceRecord])
  case feedbacks(FeedbackList)
  indirect case statistics(StatisticsReport)
  case history(History)
  indirect case status(Status)
  case playing(PlayingList)
  /// The value in force of a setting, in TOML; empty where it is not set.
  case setting(String)
}

/// The answer to every request but `hello`, `devices`, `statistics`, `feedbacks`, `history`, `status`, `playing` and
/// `setting`; to the last four where they are refused.
public struct VerdictReply: Hashable, Sendable {
  public var verdict: Verdict
  /// Where it plays; nil where nothing does.
  public var device: DeviceID?
  /// The number in the request.
  public var playback: PlaybackID?
  /// For `stop` and `stopEverything`, how many playbacks were stopped; for `prepare` and what completes a definition, how
  /// many levels are resident.
  public var count: UInt64
  /// When the daemon read the request, in nanoseconds of CLOCK_MONOTONIC.
  public var receivedNanoseconds: Int64
  /// When it had decided; nil where it refused before.
  public var admittedNanoseconds: Int64?
  /// When the first level was written to the device; nil where that is not so yet.
  public var writtenNanoseconds: Int64?

  public init(
    _ verdict: Verdict, device: DeviceID? = nil, playback: PlaybackID? = nil, count: UInt64 = 0,
    receivedNanoseconds: Int64, admittedNanoseconds: Int64? = nil, writtenNanoseconds: Int64? = nil
  ) {
    self.verdict = verdict
    self.device = device
    self.playback = playback
    self.count = count
    self.receivedNanoseconds = receivedNanoseconds
    self.admittedNanoseconds = admittedNanoseconds
    self.writtenNanoseconds = writtenNanoseconds
  }
}

/// The answer to `hello`: the version both speak from now on, and what the client may hold.
public struct HelloReply: Hashable, Sendable {
  /// The lower of the client's and the daemon's version.
  public var version: UInt16
  public var handles: UInt16
  public var playbacks: UInt16
  public var maximumRequestSize: UInt16
  /// The daemon's version, for people.
  public var daemonVersion: ShortName

  public init(
    version: UInt16 = Limits.version, handles: UInt16 = UInt16(Limits.handles),
    playbacks: UInt16 = UInt16(Limits.playbacks), maximumRequestSize: UInt16 = UInt16(Limits.maximumRequestSize),
    daemonVersion: ShortName
  ) {
    self.version = version
    self.handles = handles
    self.playbacks = playbacks
    self.maximumRequestSize = maximumRequestSize
    self.daemonVersion = daemonVersion
  }
}
