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
  public var count: Int { facts.count }

  /// The maximum number of records of this kind in one packet: 204 events, 340 parameters or 255 points.
  public var capacity: Int { (Limits.maximumRequestSize - Request.Part.headByteCount) / facts.byteCount }
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

extension Request.Define: Record {
  static let byteCount = 40
  static var blank: Self { Self(handle: .first, events: 0) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.field(&handle, at: 8, .handle)
    try packet.field(&device, at: 12, .device)
    try packet.field(&category, at: 16, .category)
    try packet.reserved(17..<20)
    try packet.field(&events, at: 20)
    try packet.field(&parameters, at: 24)
    try packet.field(&points, at: 28)
    try packet.reserved(32..<40)
  }
}

extension Request.Part: Layout {
  /// The kinds of records, by their numbers in packets.
  fileprivate enum Kind: UInt8 {
    case events = 1
    case parameters, points
  }

  static let headByteCount = 16

  var byteCount: Int { Self.headByteCount + records.facts.count * records.facts.byteCount }

  init(checking packet: RawSpan) throws(ProtocolError) {
    if packet.byteCount < Self.headByteCount { try packet.checkSize(Self.headByteCount, of: .part) }
    handle = .first
    records = .events([])
    var reader = FieldReader(packet, of: .part)
    try layout(in: &reader)
    // A part has one or more whole records.
    try packet.checkSize(Self.headByteCount + max(records.count, 1) * records.facts.byteCount, of: .part)
  }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var kind = records.facts.kind
    try packet.field(&handle, at: 8, .handle)
    try packet.field(&kind, at: 12, .kind)
    try packet.reserved(13..<16)
    try packet.decode { records = Records(kind) }
    try records.layout(in: &packet)
  }
}

extension Request.Part.Records {
  /// The kind and the number of the records, and the size of each.
  fileprivate var facts: (kind: Request.Part.Kind, count: Int, byteCount: Int) {
    switch self {
    case .events(let events): (.events, events.count, Event.byteCount)
    case .parameters(let parameters): (.parameters, parameters.count, DynamicParameter.byteCount)
    case .points(let points): (.points, points.count, CurvePoint.byteCount)
    }
  }

  /// No records of a kind.
  fileprivate init(_ kind: Request.Part.Kind) {
    switch kind {
    case .events: self = .events([])
    case .parameters: self = .parameters([])
    case .points: self = .points([])
    }
  }

  fileprivate mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    switch self {
    case .events(var events):
      try packet.field(&events, at: Request.Part.headByteCount, stride: Event.byteCount)
      self = .events(events)
    case .parameters(var parameters):
      try packet.field(&parameters, at: Request.Part.headByteCount, stride: DynamicParameter.byteCount)
      self = .parameters(parameters)
    case .points(var points):
      try packet.field(&points, at: Request.Part.headByteCount, stride: CurvePoint.byteCount)
      self = .points(points)
    }
  }
}

extension Event: Record {
  private enum KindNumber: UInt8 {
    case transient = 1
    case continuous
  }

  static var byteCount: Int { 20 }
  static var blank: Event { Event(.transient, intensity: .full, sharpness: defaultSharpness) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var (number, length) =
      if case .continuous(let duration) = kind {
        (KindNumber.continuous, duration)
      } else {
        (KindNumber.transient, logicalDuration)
      }
    var (time, intensity, sharpness) = (time, intensity.rawValue, sharpness.rawValue)
    var (attack, decay, release) = (envelope.attack, envelope.decay, envelope.release)
    var isSustained = envelope.isSustained
    try packet.time(&time, at: 0, latest: Event.endless)
    try packet.time(&length, at: 4, latest: Event.endless, .duration)
    try packet.field(&number, at: 8, .kind)
    try packet.field(&isSustained, at: 9, .flags)
    try packet.share(&intensity, at: 10)
    try packet.share(&sharpness, at: 12)
    try packet.share(&attack, at: 14)
    try packet.share(&decay, at: 16)
    try packet.share(&release, at: 18)
    self = Event(
      number == .transient ? .transient : .continuous(duration: length), at: time, intensity: Intensity(intensity),
      sharpness: Sharpness(sharpness),
      envelope: Envelope(attack: attack, decay: decay, release: release, isSustained: isSustained),
      logicalDuration: number == .transient ? length : .zero)
  }
}

extension DynamicParameter: Record {
  static var byteCount: Int { 12 }
  static var blank: DynamicParameter { DynamicParameter(.intensity, 0) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var (control, time, value) = (control, time, value)
    try packet.field(&control, at: 0, .control)
    try packet.reserved(1..<4)
    try packet.time(&time, at: 4)
    try packet.value(&value, of: control, at: 8)
    self = DynamicParameter(control, value, at: time)
  }
}

extension CurvePoint: Record {
  static var byteCount: Int { 16 }
  static var blank: CurvePoint {
    CurvePoint(.intensity, beginsCurve: false, curveStart: .zero, ParameterCurve.Point(at: .zero, 0))
  }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var (time, value) = (point.time, point.value)
    try packet.field(&control, at: 0, .control)
    try packet.field(&beginsCurve, at: 1, .flags)
    try packet.reserved(2..<4)
    try packet.time(&curveStart, at: 4)
    try packet.time(&time, at: 8)
    try packet.value(&value, of: control, at: 12)
    point = ParameterCurve.Point(at: time, value)
  }
}
