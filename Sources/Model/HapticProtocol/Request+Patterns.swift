public import HapticPatterns

// A client defines a pattern in several requests: `define` announces the number of records, `part`s contain them, and
// the part with the last record makes the pattern playable. See hapticd-protocol(7). `Definition` and
// `DefinitionCollector` implement both sides.

extension Request {
  /// Starts the definition of a pattern under a handle, and announces the number of records of each kind that follow in
  /// `part`s. The handle loses its previous pattern.
  public struct Define: Hashable, Sendable {
    public var handle: Handle
    /// The device to render for; nil to let the daemon choose.
    public var device: DeviceID?
    /// The category; nil means `media`.
    public var category: Category?
    public var events: UInt32
    public var parameters: UInt32
    /// The number of points of all curves together.
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

    /// The size of the announced records, in bytes, which counts towards `Limits.patternBytes`.
    public var recordBytes: Int {
      Int(events) * Event.byteCount + Int(parameters) * DynamicParameter.byteCount + Int(points) * CurvePoint.byteCount
    }

    /// Whether the announced records are within the limits of one pattern.
    public var isWithinLimits: Bool {
      events <= Limits.patternEvents && Int(parameters) + Int(points) <= Limits.patternPoints
    }
  }

  /// Records of the pattern that is being defined under a handle, all of one kind.
  public struct Part: Hashable, Sendable {
    public internal(set) var handle: Handle
    public internal(set) var records: Records

    /// Records of one kind.
    public enum Records: Hashable, Sendable {
      case events([Event])
      case parameters([DynamicParameter])
      case points([CurvePoint])
    }

    /// Creates a part with at least one record and at most `Records.capacity`; any other number is a programming error
    /// and traps.
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

  /// The maximum number of records of this kind in one packet: 204 events, 340 parameters or 255 points.
  public var capacity: Int { (Limits.maximumRequestSize - Request.Part.headByteCount) / recordByteCount }
}

/// One point of a curve in a packet, with the data of its curve.
public struct CurvePoint: Hashable, Sendable {
  public var control: Control
  /// Whether the point begins a new curve. Required only if the previous curve has the same control and start: a point
  /// with another control or start always begins a new curve.
  public var beginsCurve: Bool
  /// The start of the curve, from the start of the pattern.
  public var curveStart: Duration
  /// The point; its time counts from the start of the curve.
  public var point: ParameterCurve.Point

  public init(_ control: Control, beginsCurve: Bool, curveStart: Duration, _ point: ParameterCurve.Point) {
    self.control = control
    self.beginsCurve = beginsCurve
    self.curveStart = curveStart
    self.point = point
  }
}
