/// The limits of a file. Reading ends where a file exceeds them, so that they bound the memory and time that an untrusted
/// file can cost.
public struct FileLimits: Hashable, Sendable {
  /// The maximum size in bytes. The largest of 160 public AHAP files has 1.4 MB.
  public var maximumBytes: Int
  /// The maximum number of values of all kinds in a JSON text; sufficient for the maximum number of events with all
  /// parameters, and points.
  public var maximumValues: Int
  /// The maximum nesting of arrays and objects; AHAP needs 7.
  public var maximumNesting: Int
  /// The maximum number of haptic and audio events together, equal to the daemon's limit. The largest public file has
  /// 4488.
  public var maximumEvents: Int
  /// The maximum number of parameters and points of curves together, equal to the daemon's limit.
  public var maximumPoints: Int
  /// The maximum time. A later start is refused; longer durations and later points are clamped.
  public var maximumTime: Duration
  /// The maximum number of warnings; further ones are only counted.
  public var maximumWarnings: Int

  public init(
    maximumBytes: Int = 4 << 20, maximumValues: Int = 1 << 19, maximumNesting: Int = 32, maximumEvents: Int = 16_384,
    maximumPoints: Int = 32_768, maximumTime: Duration = .seconds(3600), maximumWarnings: Int = 100
  ) {
    self.maximumBytes = maximumBytes
    self.maximumValues = maximumValues
    self.maximumNesting = maximumNesting
    self.maximumEvents = maximumEvents
    self.maximumPoints = maximumPoints
    self.maximumTime = maximumTime
    self.maximumWarnings = maximumWarnings
  }

  /// The default limits.
  public static let standard = FileLimits()
}
