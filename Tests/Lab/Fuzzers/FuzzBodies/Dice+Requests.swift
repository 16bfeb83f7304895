import HapticPatterns
import HapticProtocol
import HapticSystem

// Requests with numbers at the limits of their fields.

extension Dice {
  /// Returns the bytes of any request; some have one invalid field.
  mutating func packet(at now: Instant, serial: UInt32) -> [UInt8] {
    var packet = RequestPacket(serial: serial, request(at: now)).bytes
    // Mutate a quarter of the packets: most mutations make a packet malformed, and end its client.
    let choice = byte()
    guard choice >= 192 else { return packet }
    if choice >= 250 { return raw() }
    for _ in 0...(choice & 1) { mutate(&packet) }
    return packet
  }

  /// Returns bytes that may be no packet.
  mutating func raw() -> [UInt8] {
    let count = number() % (Limits.maximumRequestSize + 2)
    return (0..<count).map { _ in byte() }
  }

  /// Writes an extreme number anywhere into a packet, or truncates it.
  private mutating func mutate(_ packet: inout [UInt8]) {
    let width = [1, 2, 4, 8][Int(byte() & 3)]
    let place = number() % max(packet.count, 1)
    if place + width > packet.count { return packet.removeLast(packet.count - place) }
    var value = edge()
    for index in 0..<width {
      packet[place + index] = UInt8(truncatingIfNeeded: value)
      value >>= 8
    }
  }

  // MARK: Edges

  /// Returns a number that is likely to expose arithmetic errors.
  mutating func edge() -> UInt64 {
    let choice = Int(byte())
    if choice < Self.edges.count { return Self.edges[choice] }
    return UInt64(number()) << UInt64(choice % 49)
  }

  private static let edges: [UInt64] = [
    0, 1, 2, 3, 9, 10, 63, 64, 65, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 1_000_000, 3_599_999_999,
    3_600_000_000, 3_600_000_001, 7_200_000_000, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 32, 60_000_000_000,
    1_000_000_000_000_000_000, 9_223_372_036_854_775, 9_223_372_036_854_776, 1 << 62, 1 << 63 - 1, 1 << 63, .max,
    0x7f80_0000, 0x7fc0_0000, 0xff80_0000, 0x8000_0000, 0x0000_0001, 0x7f7f_ffff, 0x3f80_0000,
  ]

  /// Returns a time in a packet: an extreme number of 63 bits.
  private mutating func time() -> Duration { .microseconds(Int64(edge() & (1 << 63 - 1))) }

  /// Returns a time: nil, now, near a limit from now, or an extreme number.
  private mutating func moment(at now: Instant) -> Int64? {
    let limit = Limits.startAheadNanoseconds
    switch byte() % 16 {
    case 0..<8: return nil
    case 8: return now.nanoseconds
    case 9: return now.nanoseconds + limit
    case 10: return now.nanoseconds + limit + 1
    case 11: return max(now.nanoseconds - limit, 1)
    case 12, 13: return now.nanoseconds + Int64(number()) * 1_000_000 % limit
    default: return Int64(max(edge() & (1 << 63 - 1), 1))
    }
  }

  private mutating func rate() -> Double {
    let rates: [Double] = [
      1, 0.1, 0.1.nextDown, 10, 10.nextUp, Double(Float.leastNonzeroMagnitude), Double(Float.greatestFiniteMagnitude),
      2,
    ]
    return rates[Int(byte() & 7)]
  }

  private mutating func handle() -> Handle { Handle(rawValue: [1, 1, 1, 2, 2, 3, 63, 64][Int(byte() & 7)])! }

  private mutating func playback() -> PlaybackID {
    PlaybackID(rawValue: [1, 1, 1, 2, 2, 3, 1 << 31, .max][Int(byte() & 7)])!
  }

  private mutating func device() -> DeviceID? { DeviceID(rawValue: [0, 0, 0, 0, 1, 2, 3, .max][Int(byte() & 7)]) }

  private mutating func category() -> Category? { Category(rawValue: byte() % 16) }

  private mutating func value(of control: Control) -> Double {
    let range = control.range
    switch byte() & 3 {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    default: return range.lowerBound + share() * (range.upperBound - range.lowerBound)
    }
  }

  private mutating func control() -> Control { Control.allCases[Int(byte()) % Control.allCases.count] }

  mutating func name() -> ShortName {
    let names = FuzzVocabulary.names
    return names[Int(byte()) % names.count]
  }

  // MARK: Requests

  private mutating func request(at now: Instant) -> Request {
    switch byte() % 32 {
    case 0..<8: play(at: now)
    case 8..<10: .prepare(.init(handle: handle(), device: device(), name: name()))
    case 10: .release(handle())
    case 11: .stop(flag() ? playback() : nil)
    case 12..<14: define()
    case 14..<17: part()
    case 17..<23: .transport(.init(playback(), action(), atNanoseconds: moment(at: now)))
    case 23..<26: modulate(at: now)
    case 26: .monitor(MonitorScope(rawValue: UInt32(byte() & 15)))
    case 27: .query(StatisticsQuery(resetting: flag()))
    case 28: .query(HistoryQuery(after: edge()))
    case 29: .query(FeedbacksQuery(first: UInt32(truncatingIfNeeded: edge())))
    case 30:
      [
        .query(DevicesQuery()), .query(StatusQuery()), .stopEverything,
        .unknown(Opcode(rawValue: 0x3fff), byteCount: 8),
      ][Int(byte() & 3)]
    default: .hello(.init(version: UInt16(max(byte(), 1)), applicationName: "again"))
    }
  }

  private mutating func play(at now: Instant) -> Request {
    let subject: Request.Play.Subject = flag() ? .handle(handle()) : .name(name())
    var play = Request.Play(subject)
    let options = byte()
    if options & 1 != 0 { play.playback = playback() }
    if options & 2 != 0 { play.device = device() }
    if options & 4 != 0 { play.intensity = UInt16(number()) }
    if options & 8 != 0 { play.category = category() }
    if options & 16 != 0 { play.startNanoseconds = moment(at: now) }
    if options & 32 != 0 { play.causeNanoseconds = moment(at: now) }
    if options & 64 != 0 { play.deadlineMicroseconds = UInt32(truncatingIfNeeded: edge() | 1) }
    if options & 128 != 0 {
      play.locality = Locality(rawValue: byte() % 8)
      play.isImportant = flag()
      play.timing = timing()
    }
    return .play(play)
  }

  private mutating func timing() -> Request.Play.Timing {
    var timing = Request.Play.Timing()
    let options = byte()
    if options & 1 != 0 { timing.offset = time() }
    if options & 2 != 0 { timing.rate = rate() }
    if options & 4 != 0 { timing.loop = loop() }
    if options & 8 != 0 { timing.limit = time() }
    return timing
  }

  private mutating func loop() -> Loop {
    let repeats: [UInt32?] = [0, 1, 2, 3, 100, .max - 1, .max, nil]
    return Loop(end: time(), repeats: repeats[Int(byte() % 8)])
  }

  private mutating func action() -> Request.Transport.Action {
    switch byte() % 16 {
    case 0: .stop
    case 1, 2: .pause
    case 3, 4: .resume
    case 5, 6, 7: .seek(to: time())
    case 8, 9, 10: .loop(loop())
    case 11: .loop(nil)
    case 12, 13: .rate(rate())
    case 14: .mute(flag())
    default: .cancel
    }
  }

  private mutating func modulate(at now: Instant) -> Request {
    let control = control()
    let count = [1, 2, 3, Limits.modulationPoints][Int(byte() & 3)]
    var time = UInt32(truncatingIfNeeded: edge())
    let step = UInt32(truncatingIfNeeded: edge())
    let points = (0..<count).map { _ in
      defer { time = time.addingReportingOverflow(step).overflow ? .max : time + step }
      return ParameterCurve.Point(at: .microseconds(Int64(time)), value(of: control))
    }
    return .modulate(.init(playback(), control, atNanoseconds: moment(at: now), points: points))
  }

  /// Starts a definition of few or many records.
  private mutating func define() -> Request {
    let limits = [UInt32(Limits.patternEvents), UInt32(Limits.patternPoints)]
    let counts: [UInt32] = [1, 1, 2, 3, 0, limits[0], limits[1], .max]
    func count(_ choice: UInt8) -> UInt32 { counts[Int(choice & 7)] }
    let events = count(byte())
    let others = byte()
    return .define(
      .init(
        handle: handle(), device: device(), category: category(), events: events,
        parameters: others & 64 != 0 ? count(others) : 0, points: others & 128 != 0 ? count(others >> 3) : 0))
  }

  private mutating func part() -> Request {
    let handle = handle()
    let kind = byte()
    let count = kind & 128 != 0 ? 200 : Int(kind >> 2 & 3) + 1
    switch kind % 4 {
    case 0, 1: return .part(.init(handle: handle, records: .events(many(count) { $0.event() })))
    case 2: return .part(.init(handle: handle, records: .parameters(many(count) { $0.parameter() })))
    default: return .part(.init(handle: handle, records: .points(many(count) { $0.point() })))
    }
  }

  /// Returns `count` records; the first four differ, then they repeat.
  private mutating func many<Record>(_ count: Int, _ record: (inout Dice) -> Record) -> [Record] {
    let first = (0..<min(count, 4)).map { _ in record(&self) }
    return (0..<count).map { first[$0 % first.count] }
  }

  /// Returns a time of 0...3600 s.
  private mutating func eventTime() -> Duration {
    switch byte() % 8 {
    case 0: .zero
    case 1: .microseconds(1)
    case 2: Event.endless
    case 3: Event.endless - .microseconds(1)
    case 4: .seconds(Int(byte()))
    default: .milliseconds(Int(byte()))
    }
  }

  private mutating func event() -> Event {
    let kind: Event.Kind = flag() ? .continuous(duration: eventTime()) : .transient
    let time = eventTime()
    guard flag() else { return Event(kind, at: time, intensity: Intensity(share()), sharpness: Sharpness(share())) }
    return Event(
      kind, at: time, intensity: Intensity(share()), sharpness: Sharpness(share()),
      envelope: Envelope(attack: share(), decay: share(), release: share(), isSustained: flag()))
  }

  private mutating func parameter() -> DynamicParameter {
    let control = control()
    return DynamicParameter(control, value(of: control), at: recordTime())
  }

  private mutating func point() -> CurvePoint {
    let control = control()
    return CurvePoint(
      control, beginsCurve: flag(), curveStart: recordTime(),
      ParameterCurve.Point(at: recordTime(), value(of: control)))
  }

  /// Returns any 32 bits of microseconds.
  private mutating func recordTime() -> Duration { .microseconds(Int64(UInt32(truncatingIfNeeded: edge()))) }
}
