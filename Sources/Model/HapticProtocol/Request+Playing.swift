public import HapticPatterns

extension Request {
  /// Controls the client's playbacks with the given number, now or at a given time.
  public struct Transport: Hashable, Sendable {
    public var playback: PlaybackID
    public var action: Action
    /// The time of the action, in nanoseconds of CLOCK_MONOTONIC; nil and past times mean now.
    public var atNanoseconds: Int64?

    /// An action on a playback.
    public enum Action: Hashable, Sendable {
      /// Ends the playback.
      case stop
      /// Silences the playback and keeps its position.
      case pause
      /// Continues from the position at which the playback was paused.
      case resume
      /// Moves to this time of the pattern, in whole microseconds; a time below zero means the start. Beyond the
      /// pattern's end, the playback ends or, in a loop, starts again.
      case seek(to: Duration)
      /// From now on, returns to the start at the end of the loop, as often as it says; nil ends the loop. Beyond the
      /// end of the loop, the first return is at once.
      case loop(Loop?)
      /// Sets the rate, in seconds of the pattern per second of time, clamped to `Limits.rates`.
      case rate(Double)
      /// Mutes or unmutes the playback; its time continues.
      case mute(Bool)
      /// Drops the scheduled actions of the playback and ends it.
      case cancel
    }

    public init(_ playback: PlaybackID, _ action: Action, atNanoseconds: Int64? = nil) {
      self.playback = playback
      self.action = action
      self.atNanoseconds = atNanoseconds
    }
  }

  /// Changes a control of the client's playbacks with the given number: one point is a dynamic parameter, several
  /// points are a curve. The change lasts until the next one for the control, or until the pattern's own next parameter
  /// or curve of the control.
  public struct Modulate: Hashable, Sendable {
    public internal(set) var playback: PlaybackID
    public internal(set) var control: Control
    /// The start of the curve, in nanoseconds of CLOCK_MONOTONIC; nil and past times mean now.
    public internal(set) var atNanoseconds: Int64?
    /// The points in order of time, with values in the control's range. Times count from the start of the curve. Before
    /// the first point its value applies, after the last point that value.
    public internal(set) var points: [ParameterCurve.Point]

    /// Creates a modulation. Points may be in any order; values are clamped to the control's range. Fewer than one or
    /// more than `Limits.modulationPoints` points are a programming error and trap.
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
