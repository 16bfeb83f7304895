internal import HapticPatterns

extension Request.Define: Body {
  static let opcode = Opcode.define
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

extension Request.Part {
  /// The kinds of records, by their numbers in packets.
  fileprivate enum Kind: UInt8 {
    case events = 1
    case parameters, points
  }

  static let headByteCount = 16

  var byteCount: Int { Self.headByteCount + records.count * records.recordByteCount }

  init(checking packet: RawSpan) throws(ProtocolError) {
    if packet.byteCount < Self.headByteCount { try packet.checkSize(Self.headByteCount, of: .part) }
    handle = .first
    records = .events([])
    var reader = FieldReader(packet, of: .part)
    try layout(in: &reader)
    // A part has one or more whole records.
    try packet.checkSize(Self.headByteCount + max(records.count, 1) * records.recordByteCount, of: .part)
  }

  func write(to packet: inout MutableRawSpan) {
    var copy = self
    var writer = FieldWriter(packet)
    copy.layout(in: &writer)
    packet = writer.packet
  }

  private mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    var kind = records.kind
    try packet.field(&handle, at: 8, .handle)
    try packet.field(&kind, at: 12, .kind)
    try packet.reserved(13..<16)
    try records.layout(of: kind, in: &packet)
  }
}

extension Request.Part.Records {
  var recordByteCount: Int {
    switch self {
    case .events: Event.byteCount
    case .parameters: DynamicParameter.byteCount
    case .points: CurvePoint.byteCount
    }
  }

  fileprivate var kind: Request.Part.Kind {
    switch self {
    case .events: .events
    case .parameters: .parameters
    case .points: .points
    }
  }

  /// Writes the records, or reads records of this kind.
  fileprivate mutating func layout<C: Coder>(of kind: Request.Part.Kind, in packet: inout C) throws(C.Failure) {
    switch kind {
    case .events:
      var events = if case .events(let events) = self { events } else { [Event]() }
      try packet.field(&events, at: Request.Part.headByteCount, stride: Event.byteCount)
      self = .events(events)
    case .parameters:
      var parameters = if case .parameters(let parameters) = self { parameters } else { [DynamicParameter]() }
      try packet.field(&parameters, at: Request.Part.headByteCount, stride: DynamicParameter.byteCount)
      self = .parameters(parameters)
    case .points:
      var points = if case .points(let points) = self { points } else { [CurvePoint]() }
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
