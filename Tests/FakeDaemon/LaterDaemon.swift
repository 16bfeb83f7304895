internal import HapticPatterns
package import HapticProtocol
internal import HapticSystem

/// A daemon of a later version of the protocol: it sends values, events and reserved bytes that version 1 does not know, and
/// its records are longer. Its clients go on, because a later daemon may be installed beside them.
package enum LaterDaemon {
  /// The verdict on every play.
  package static let verdict = Verdict.unknown(31)
  package static let kind = DeviceRecord.Kind.unknown(77)
  package static let state = DeviceRecord.State.unknown(66)
  package static let reason = FinishReason.unknown(55)

  /// A device as it describes it, and one that this version knows completely.
  package static let devices = [
    DeviceRecord(
      id: DeviceID(rawValue: 1), state: state, driver: .unknown(9), effect: .unknown(8), kind: kind, name: "Pen",
      path: ""),
    DeviceRecord(id: DeviceID(rawValue: 2), state: .ready, driver: .memless, kind: .vibrator, name: "Motor", path: ""),
  ]

  /// Replies to a request, with an unknown event before each reply. A monitor gets two events.
  package static func rule(_ packet: RequestPacket) -> [DaemonPacket] {
    var packets: [DaemonPacket] = []
    if packet.serial != 0 {
      packets.append(.event(.unknown(Opcode(rawValue: 0x7abc), byteCount: 400)))
      packets.append(.reply(serial: packet.serial, reply(to: packet.request)))
    }
    if packet.request.opcode == .monitor {
      packets += [.event(.observed(observed)), .event(.device(DeviceChange(.unknown(44), devices[0])))]
    }
    return packets
  }

  private static func reply(to request: Request) -> Reply {
    switch request {
    case .hello: .hello(HelloReply(daemonVersion: "99.0"))
    case .query(let query): answer(to: query.body)
    case .play(let play): .verdict(VerdictReply(verdict, playback: play.playback, receivedNanoseconds: 1))
    default: .verdict(VerdictReply(.done, receivedNanoseconds: 1))
    }
  }

  private static func answer(to query: any PacketBody) -> Reply {
    switch query {
    case is DevicesQuery: .answer(to: DevicesQuery.self, DeviceList(records: devices))
    case is StatisticsQuery: .answer(to: StatisticsQuery.self, StatisticsReport(clients: 1))
    case is FeedbacksQuery: .answer(to: FeedbacksQuery.self, FeedbackList(total: 1, records: [feedback]))
    case is HistoryQuery: .answer(to: HistoryQuery.self, History(latest: 1, records: [observed]))
    case is PlayingQuery: .answer(to: PlayingQuery.self, PlayingList(total: 1, records: [playing]))
    case is StatusQuery:
      .answer(
        to: StatusQuery.self,
        Status(
          uptimeNanoseconds: 1, processID: 1, clients: 1, profile: .unknown(33),
          circumstances: [.locked, Circumstances(rawValue: 0x8000)], theme: "default"))
    case is SettingQuery: .answer(to: SettingQuery.self, SettingValue("true"))
    default: .verdict(VerdictReply(.unsupported, receivedNanoseconds: 1))
    }
  }

  private static let observed: Observed = {
    var observed = Observed(
      opcode: .play, verdict: verdict, processID: 1, receivedNanoseconds: 1, feedback: "tap",
      applicationName: "org.example",
      identity: .unknown(22), number: 1, importance: .unknown(11), end: reason, medium: .unknown(7))
    observed.category = .unknown(99)
    return observed
  }()

  private static let feedback: FeedbackRecord = {
    var feedback = FeedbackRecord(
      "tap", patternName: "tap", theme: "default", category: .touch, duration: .milliseconds(9))
    feedback.category = .unknown(99)
    return feedback
  }()

  private static let playing: PlayingRecord = {
    var playing = PlayingRecord(
      number: 1, device: DeviceID(rawValue: 1)!, processID: 1, applicationName: "org.example", identity: .unknown(22),
      feedback: "tap", category: .touch, treatment: .unknown(5), state: .unknown(6), startNanoseconds: 1)
    playing.category = .unknown(99)
    return playing
  }()

  /// The places of the records in a packet: the offsets of their size and of the first one.
  private static let places: [UInt16: (size: Int, first: Int)] = [
    0x8007: (12, 16), 0x8008: (44, 560), 0x800e: (16, 24), 0x800f: (20, 24), 0x8012: (20, 24), 0x4003: (12, 16),
    0x4004: (8, 16),
  ]

  /// The bytes of a packet with records that are eight bytes longer.
  package static func lengthened(_ packet: DaemonPacket) -> [UInt8] {
    let bytes = packet.bytes
    guard let place = places[packet.opcode.rawValue] else { return bytes }
    let size = Int(bytes[place.size]) | Int(bytes[place.size + 1]) << 8
    var longer = Array(bytes[..<place.first])
    (longer[place.size], longer[place.size + 1]) = (UInt8((size + 8) & 0xff), UInt8((size + 8) >> 8))
    for start in stride(from: place.first, to: bytes.count, by: size) {
      longer += bytes[start..<start + size] + [UInt8](repeating: 0xee, count: 8)
    }
    return longer
  }
}
