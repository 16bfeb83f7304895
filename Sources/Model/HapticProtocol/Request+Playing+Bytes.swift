internal import HapticPatterns

extension Request.Transport: Body {
  static let opcode = Opcode.transport
  static let byteCount = 40

  init(from packet: RawSpan) throws(ProtocolError) {
    playback = try PlaybackID(packet.uint32(at: 8), .playback)
    action = try Action(from: packet)
    try packet.checkReserved(14..<16, of: Self.opcode)
    atNanoseconds = try packet.moment(at: 16, .at)
    try packet.checkReserved(36..<40, of: Self.opcode)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(playback.rawValue, at: 8)
    action.write(to: &packet)
    packet.store(moment: atNanoseconds, at: 16)
  }
}

extension Request.Transport.Action {
  private enum Number: UInt8 {
    case stop = 1
    case pause, resume, seek, loop, rate, mute, cancel
  }

  init(from packet: RawSpan) throws(ProtocolError) {
    let number = try Number(packet.uint8(at: 12), .action)
    let flag = try packet.boolean(at: 13, .flag)
    let offset = try packet.longTime(at: 24, .offset)
    let rate = Float(bitPattern: packet.uint32(at: 32))
    // Fields that the action does not use must be zero.
    if flag, number != .loop, number != .mute { throw .outOfRange(.flag, value: 1) }
    if offset > .zero, number != .seek, number != .loop || !flag {
      throw .outOfRange(.offset, value: packet.uint64(at: 24))
    }
    if number == .rate ? !(rate > 0 && rate.isFinite) : rate.bitPattern != 0 {
      throw .number(.rate, bits: rate.bitPattern)
    }
    switch number {
    case .stop: self = .stop
    case .pause: self = .pause
    case .resume: self = .resume
    case .seek: self = .seek(to: offset)
    case .loop: self = .loop(flag, end: offset == .zero ? nil : offset)
    case .rate: self = .rate(Double(rate))
    case .mute: self = .mute(flag)
    case .cancel: self = .cancel
    }
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(number.rawValue, at: 12)
    switch self {
    case .seek(let offset): packet.store(offset.longMicroseconds, at: 24)
    case .loop(let isOn, let end):
      packet.store(isOn, at: 13)
      if isOn, let end, end > .zero { packet.store(max(end.longMicroseconds, 1), at: 24) }
    case .rate(let rate): packet.store(rate.allowedRate.bitPattern, at: 32)
    case .mute(let isOn): packet.store(isOn, at: 13)
    case .stop, .pause, .resume, .cancel: break
    }
  }

  private var number: Number {
    switch self {
    case .stop: .stop
    case .pause: .pause
    case .resume: .resume
    case .seek: .seek
    case .loop: .loop
    case .rate: .rate
    case .mute: .mute
    case .cancel: .cancel
    }
  }
}

extension Double {
  /// The nearest rate that can be encoded: positive and finite. Not-a-number becomes 1.
  fileprivate var allowedRate: Float {
    isNaN ? 1 : min(max(Float(self), .leastNonzeroMagnitude), .greatestFiniteMagnitude)
  }
}

extension Request.Modulate {
  private static let headByteCount = 24
  private static let pointByteCount = 8

  var byteCount: Int { Self.headByteCount + Self.pointByteCount * points.count }

  init(checking packet: RawSpan) throws(ProtocolError) {
    let count = (packet.byteCount - Self.headByteCount) / Self.pointByteCount
    let allowed = min(max(count, 1), Limits.modulationPoints)
    try packet.checkSize(Self.headByteCount + Self.pointByteCount * allowed, of: .modulate)
    playback = try PlaybackID(packet.uint32(at: 8), .playback)
    control = try packet.control(at: 12)
    try packet.checkReserved(13..<16, of: .modulate)
    atNanoseconds = try packet.moment(at: 16, .at)
    var points: [ParameterCurve.Point] = []
    points.reserveCapacity(count)
    for start in stride(from: Self.headByteCount, to: packet.byteCount, by: Self.pointByteCount) {
      let time = packet.time(at: start)
      if let last = points.last, last.time > time { throw .outOfRange(.time, value: UInt64(packet.uint32(at: start))) }
      points.append(ParameterCurve.Point(at: time, try packet.value(of: control, at: start + 4)))
    }
    self.points = points
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(playback.rawValue, at: 8)
    packet.store(control.rawValue, at: 12)
    packet.store(moment: atNanoseconds, at: 16)
    for (index, point) in points.enumerated() {
      let start = Self.headByteCount + Self.pointByteCount * index
      packet.store(time: point.time, at: start)
      packet.store(point.value, of: control, at: start + 4)
    }
  }
}
