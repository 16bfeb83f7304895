public import HapticPatterns

extension Request.Play {
  /// The part of the pattern that a playback plays, and its rate. These have the same meaning as the later actions of
  /// `Transport`.
  ///
  /// The stored numbers are those of the packet: 32 bytes of plain numbers make the copies of a play cheap.
  public struct Timing: Hashable, Sendable {
    var offsetMicroseconds: UInt64 = 0
    var loopEndMicroseconds: UInt64 = 0
    var limitMicroseconds: UInt64 = 0
    var rawRepeats: UInt32 = 0
    var rawRate: Float = 0

    /// The whole pattern once, at rate 1, without a limit.
    public init() {}

    public init(offset: Duration = .zero, rate: Double = 1, loop: Loop? = nil, limit: Duration? = nil) {
      self.offset = offset
      self.rate = rate
      self.loop = loop
      self.limit = limit
    }

    /// Whether the whole pattern plays once, at rate 1, without a limit.
    @inline(__always)
    public var isPlain: Bool {
      offsetMicroseconds | limitMicroseconds == 0 && rawRepeats == 0 && (rawRate == 0 || rawRate == 1)
    }

    /// The start position in the pattern, in whole microseconds; a time below zero means the start. At or beyond the
    /// pattern's end, the playback ends at once or, in a loop, begins at the start.
    public var offset: Duration {
      get { .microseconds(Int64(offsetMicroseconds)) }
      set { offsetMicroseconds = newValue.longMicroseconds }
    }

    /// The seconds of the pattern per second of time, clamped to `Limits.rates`.
    public var rate: Double {
      get { rawRate == 0 ? 1 : Double(rawRate) }
      set {
        let rate = newValue.allowedRate
        rawRate = rate == 1 ? 0 : rate
      }
    }

    /// The repetition; nil plays the pattern once.
    public var loop: Loop? {
      get { Loop(end: .microseconds(Int64(loopEndMicroseconds)), rawRepeats: rawRepeats) }
      set {
        rawRepeats = newValue?.rawRepeats ?? 0
        loopEndMicroseconds = newValue?.endMicroseconds ?? 0
      }
    }

    /// The time from the start of the playback to its end, in whole microseconds, at least one; nil means no limit. It
    /// continues while the playback is paused.
    public var limit: Duration? {
      get { limitMicroseconds == 0 ? nil : .microseconds(Int64(limitMicroseconds)) }
      set { limitMicroseconds = newValue.map { max($0.longMicroseconds, 1) } ?? 0 }
    }
  }
}

extension Loop {
  /// The number of repeats in a packet: the largest number means until the playback is stopped.
  var rawRepeats: UInt32 { repeats ?? .max }

  /// The end in a packet: at least one microsecond, because zero means the end of the pattern. Without repeats it has
  /// no meaning and is zero.
  var endMicroseconds: UInt64 {
    guard rawRepeats > 0, let end, end > .zero else { return 0 }
    return max(end.longMicroseconds, 1)
  }

  /// The loop of the numbers in a packet; nil for no repeats.
  init?(end: Duration, rawRepeats: UInt32) {
    if rawRepeats == 0 { return nil }
    self.init(end: end == .zero ? nil : end, repeats: rawRepeats == .max ? nil : rawRepeats)
  }
}

extension Double {
  /// The nearest rate that can be encoded: positive and finite. Not-a-number becomes 1.
  var allowedRate: Float {
    isNaN ? 1 : min(max(Float(self), .leastNonzeroMagnitude), .greatestFiniteMagnitude)
  }
}
