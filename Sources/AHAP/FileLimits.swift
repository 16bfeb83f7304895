/// How much of a file is read before it is refused. Nothing is made of a file that goes beyond them: they hold what an
/// unknown file can cost in memory and time.
public struct FileLimits: Hashable, Sendable {
  /// The largest of 160 public AHAP files has 1.4 MB.
  public var maximumBytes: Int
  /// Values of all kinds in a JSON text. Enough for the most events, with all their parameters, and points.
  public var maximumValues: Int
  /// How deep arrays and objects may lie in each other; AHAP needs 7.
  public var maximumNesting: Int
  /// Haptic and audio events together; that is what the daemon takes. The largest public file has 4488.
  public var maximumEvents: Int
  /// Parameters and points of curves together; that is what the daemon takes.
  public var maximumPoints: Int
  /// What starts later is refused; durations and points beyond it are cut.
  public var maximumTime: Duration
  /// How many warnings are given before the rest is only counted.
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

  /// What everybody takes who has no reason for other limits.
  public static let standard = FileLimits()
}
