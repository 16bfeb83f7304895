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

extension Request.Transport: Record {
  static let byteCount = 40
  static var blank: Self { Self(.first, .stop) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&playback, at: 8, .playback)
    try action.layout(in: &packet)
    try packet.reserved(14..<16)
    try packet.moment(&atNanoseconds, at: 16, .at)
  }
}

extension Request.Transport.Action {
  private enum Number: UInt8 {
    case stop = 1
    case pause, resume, seek, loop, rate, mute, cancel
  }

  fileprivate mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var (number, flag, offset, rate, repeats) = fields
    try packet.field(&number, at: 12, .action)
    try packet.field(&flag, at: 13, .flag)
    try packet.longTime(&offset, at: 24, .offset)
    try packet.field(&rate, at: 32)
    try packet.field(&repeats, at: 36)
    try packet.decode { () throws(ProtocolError) in
      let offset = Duration.microseconds(Int64(offset))
      self = try Self(number, flag: flag, offset: offset, rate: Float(bitPattern: rate), repeats: repeats)
    }
  }

  /// The fields of the action; those that it does not use are zero.
  private var fields: (Number, flag: Bool, offset: UInt64, rate: UInt32, repeats: UInt32) {
    switch self {
    case .stop: (.stop, false, 0, 0, 0)
    case .pause: (.pause, false, 0, 0, 0)
    case .resume: (.resume, false, 0, 0, 0)
    case .seek(let offset): (.seek, false, offset.longMicroseconds, 0, 0)
    case .loop(let loop): (.loop, false, loop?.endMicroseconds ?? 0, 0, loop?.rawRepeats ?? 0)
    case .rate(let rate): (.rate, false, 0, rate.allowedRate.bitPattern, 0)
    case .mute(let isOn): (.mute, isOn, 0, 0, 0)
    case .cancel: (.cancel, false, 0, 0, 0)
    }
  }

  private init(
    _ number: Number, flag: Bool, offset: Duration, rate: Float, repeats: UInt32
  ) throws(ProtocolError) {
    // Fields that the action does not use must be zero.
    if flag, number != .mute { throw .outOfRange(.flag, value: 1) }
    if repeats > 0, number != .loop { throw .outOfRange(.repeats, value: UInt64(repeats)) }
    if offset > .zero, number != .seek, repeats == 0 {
      throw .outOfRange(.offset, value: offset.longMicroseconds)
    }
    if number == .rate ? !(rate > 0 && rate.isFinite) : rate.bitPattern != 0 {
      throw .number(.rate, bits: rate.bitPattern)
    }
    switch number {
    case .stop: self = .stop
    case .pause: self = .pause
    case .resume: self = .resume
    case .seek: self = .seek(to: offset)
    case .loop: self = .loop(Loop(end: offset, rawRepeats: repeats))
    case .rate: self = .rate(Double(rate))
    case .mute: self = .mute(flag)
    case .cancel: self = .cancel
    }
  }
}

extension Request.Modulate: Layout {
  private static let headByteCount = 24
  private static let pointByteCount = 8

  var byteCount: Int { Self.headByteCount + Self.pointByteCount * points.count }

  init(checking packet: RawSpan) throws(ProtocolError) {
    let count = (packet.byteCount - Self.headByteCount) / Self.pointByteCount
    let allowed = min(max(count, 1), Limits.modulationPoints)
    try packet.checkSize(Self.headByteCount + Self.pointByteCount * allowed, of: .modulate)
    playback = .first
    control = .intensity
    atNanoseconds = nil
    points = Array(repeating: ParameterCurve.Point(at: .zero, 0), count: count)
    var reader = FieldReader(packet, of: .modulate)
    try layout(in: &reader)
  }

  @inline(__always)
  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&playback, at: 8, .playback)
    try packet.field(&control, at: 12, .control)
    try packet.reserved(13..<16)
    try packet.moment(&atNanoseconds, at: 16, .at)
    for index in points.indices {
      let start = Self.headByteCount + Self.pointByteCount * index
      var (time, value) = (points[index].time, points[index].value)
      try packet.time(&time, at: start)
      try packet.value(&value, of: control, at: start + 4)
      try packet.decode { () throws(ProtocolError) in
        if index > 0, points[index - 1].time > time { throw .outOfRange(.time, value: UInt64(time.microseconds)) }
        points[index] = ParameterCurve.Point(at: time, value)
      }
    }
  }
}
