public import HapticPatterns

extension Request {
  /// Steers the playbacks of this client that have a number, now or at a given time.
  public struct Transport: Hashable, Sendable {
    public var playback: PlaybackID
    public var action: Action
    /// When, in nanoseconds of CLOCK_MONOTONIC; nil, and a time that has passed, is at once.
    public var atNanoseconds: Int64?

    public enum Action: Hashable, Sendable {
      /// Ends it.
      case stop
      /// Silences it and keeps its place.
      case pause
      /// Goes on from where it was paused.
      case resume
      /// Goes to this time of the pattern, in whole microseconds; below zero is the start. Beyond the pattern's end,
      /// the playback ends or, looping, begins again.
      case seek(to: Duration)
      /// Whether it begins again whenever it reaches the loop's end; nil or zero is the pattern's end. Of an end, whole
      /// microseconds count, one at least.
      case loop(Bool, end: Duration?)
      /// How many seconds of the pattern pass in a second, within `Limits.rates`.
      case rate(Double)
      /// Whether nothing is felt of it while its time goes on.
      case mute(Bool)
      /// Drops what is scheduled for it, and ends it.
      case cancel
    }

    public init(_ playback: PlaybackID, _ action: Action, atNanoseconds: Int64? = nil) {
      self.playback = playback
      self.action = action
      self.atNanoseconds = atNanoseconds
    }
  }

  /// Turns a control of the playbacks of this client that have a number: a dynamic parameter where there is one point, a
  /// curve where there are more. It holds until another one is sent for the control, or the pattern has its own next
  /// parameter or curve of it.
  public struct Modulate: Hashable, Sendable {
    public let playback: PlaybackID
    public let control: Control
    /// When the curve starts, in nanoseconds of CLOCK_MONOTONIC; nil, and a time that has passed, is at once.
    public let atNanoseconds: Int64?
    /// In order of time, within the control's range; their times count from the curve's start. Before the first one its
    /// value holds, after the last one that.
    public let points: [ParameterCurve.Point]

    /// Points may come in any order, and their values are clamped to the control's range. Fewer than one or more than
    /// `Limits.modulationPoints` are a mistake of the programmer and stop the program.
    public init(
      _ playback: PlaybackID, _ control: Control, atNanoseconds: Int64? = nil, points: [ParameterCurve.Point]
    ) {
      precondition((1...Limits.modulationPoints).contains(points.count), "\(points.count) points are no modulation")
      self.playback = playback
      self.control = control
      self.atNanoseconds = atNanoseconds
      self.points = ParameterCurve(control, points).points
    }
  }
}
