public import HapticPatterns

// The life of a pattern that a client defines: `define` says how much will come, `part`s bring it, and the one that
// brings the last record makes it playable. See hapticd-protocol(7), and `Definition` and `DefinitionCollector`, which
// do both ends' work.

extension Request {
  /// Opens the definition of a pattern under a handle, and says how many records of each kind follow in `part`s. What
  /// the handle stood for before is gone.
  public struct Define: Hashable, Sendable {
    public var handle: Handle
    /// Where it will be played; nil leaves that to the daemon.
    public var device: DeviceID?
    /// Why it plays; nil is `media`.
    public var category: Category?
    public var events: UInt32
    public var parameters: UInt32
    /// Of all curves together.
    public var points: UInt32

    public init(
      handle: Handle, device: DeviceID? = nil, category: Category? = nil, events: UInt32, parameters: UInt32 = 0,
      points: UInt32 = 0
    ) {
      self.handle = handle
      self.device = device
      self.category = category
      self.events = events
      self.parameters = parameters
      self.points = points
    }

    /// How many bytes of records it announces: what counts for `Limits.patternBytes`.
    public var recordBytes: Int {
      Int(events) * Event.byteCount + Int(parameters) * DynamicParameter.byteCount + Int(points) * CurvePoint.byteCount
    }

    /// Whether one pattern may be as large as this.
    public var isWithinLimits: Bool {
      events <= Limits.patternEvents && Int(parameters) + Int(points) <= Limits.patternPoints
    }
  }

  /// Records of the pattern that is being defined under a handle, all of one kind.
  public struct Part: Hashable, Sendable {
    public let handle: Handle
    public let records: Records

    public enum Records: Hashable, Sendable {
      case events([Event])
      case parameters([DynamicParameter])
      case points([CurvePoint])
    }

    /// A part with at least one record, and with no more than a packet holds (`Records.capacity`); anything else is a
    /// mistake of the programmer and stops the program.
    public init(handle: Handle, records: Records) {
      precondition((1...records.capacity).contains(records.count), "\(records.count) records do not fit into a part")
      self.handle = handle
      self.records = records
    }
  }
}

extension Request.Part.Records {
  public var count: Int {
    switch self {
    case .events(let events): events.count
    case .parameters(let parameters): parameters.count
    case .points(let points): points.count
    }
  }

  /// How many records of this kind one packet holds: 204 events, 340 parameters or 255 points.
  public var capacity: Int { (Limits.maximumRequestSize - Request.Part.headByteCount) / recordByteCount }
}

/// One point of a curve, as it travels: with what it needs to stand alone.
public struct CurvePoint: Hashable, Sendable {
  public var control: Control
  /// Whether it begins a new curve. Only needed where the curve before has the same control and start: a point with
  /// another control or start than the point before begins a new curve in any case.
  public var beginsCurve: Bool
  /// When its curve starts, from the start of the pattern.
  public var curveStart: Duration
  /// Its time counts from the start of the curve.
  public var point: ParameterCurve.Point

  public init(_ control: Control, beginsCurve: Bool, curveStart: Duration, _ point: ParameterCurve.Point) {
    self.control = control
    self.beginsCurve = beginsCurve
    self.curveStart = curveStart
    self.point = point
  }
}
