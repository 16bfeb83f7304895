/// The repetition of a pattern: at the end of the loop, the playback returns to the start of the pattern.
public struct Loop: Hashable, Sendable {
  /// The end of the loop in the pattern, in whole microseconds; nil and zero mean the end of the pattern. It may be
  /// after the end of the pattern: the time between is silent. A pass takes at least 20 ms, at any rate.
  public var end: Duration?
  /// The number of returns to the start, after which the playback continues to the end of the pattern: with 2, the
  /// pattern plays three times. Nil and `UInt32.max` mean until the playback is stopped, and 0 is no loop.
  public var repeats: UInt32?

  public init(end: Duration? = nil, repeats: UInt32? = nil) {
    self.end = end
    self.repeats = repeats
  }
}
