/// A packet from the daemon: a reply with the serial of its request, or an event.
public enum DaemonPacket: Equatable, Sendable {
  case reply(serial: UInt32, Reply)
  case event(DaemonEvent)

  /// Decodes one packet.
  ///
  /// - Throws: `ProtocolError` if the packet is malformed; the client then closes the connection.
  public init(decoding packet: RawSpan) throws(ProtocolError) {
    let header = try Header(from: packet, limit: Limits.maximumDaemonPacketSize)
    if header.opcode.isEvent {
      if header.serial != 0 { throw .serial(header.serial) }
      self = .event(try DaemonEvent(header.opcode, from: packet))
    } else {
      let reply = try Reply(header.opcode, from: packet)
      if header.serial == 0 { throw .serial(0) }
      self = .reply(serial: header.serial, reply)
    }
  }
}

extension Reply {
  fileprivate init(_ opcode: Opcode, from packet: RawSpan) throws(ProtocolError) {
    switch opcode {
    case .verdictReply: self = .verdict(try VerdictReply(checking: packet))
    case .helloReply: self = .hello(try HelloReply(checking: packet))
    case .devicesReply: self = .devices(try DeviceList(checking: packet).records)
    case .statisticsReply: self = .statistics(try StatisticsReport(checking: packet))
    case .feedbacksReply: self = .feedbacks(try FeedbackList(checking: packet))
    case .historyReply: self = .history(try History(checking: packet))
    case .statusReply: self = .status(try Status(checking: packet, of: opcode))
    case .playingReply: self = .playing(try PlayingList(checking: packet))
    case .settingReply: self = .setting(try SettingText.Value(checking: packet).text)
    default: throw .opcode(opcode)
    }
  }

  fileprivate var opcode: Opcode {
    switch self {
    case .verdict: .verdictReply
    case .hello: .helloReply
    case .devices: .devicesReply
    case .statistics: .statisticsReply
    case .feedbacks: .feedbacksReply
    case .history: .historyReply
    case .status: .statusReply
    case .playing: .playingReply
    case .setting: .settingReply
    }
  }

  fileprivate var byteCount: Int {
    switch self {
    case .verdict: VerdictReply.byteCount
    case .hello: HelloReply.byteCount
    case .devices(let records): DeviceList(records: records).byteCount
    case .statistics: StatisticsReport.byteCount
    case .feedbacks(let list): list.byteCount
    case .history(let history): history.byteCount
    case .status: Status.byteCount
    case .playing(let list): list.byteCount
    case .setting: SettingText.Value.byteCount
    }
  }

  fileprivate func write(to bytes: inout MutableRawSpan) {
    switch self {
    case .verdict(let verdict): verdict.write(to: &bytes)
    case .hello(let hello): hello.write(to: &bytes)
    case .devices(let records): DeviceList(records: records).write(to: &bytes)
    case .statistics(let report): report.write(to: &bytes)
    case .feedbacks(let list): list.write(to: &bytes)
    case .history(let history): history.write(to: &bytes)
    case .status(let status): status.write(to: &bytes)
    case .playing(let list): list.write(to: &bytes)
    case .setting(let value): SettingText.Value(text: value).write(to: &bytes)
    }
  }
}

extension DaemonEvent {
  fileprivate init(_ opcode: Opcode, from packet: RawSpan) throws(ProtocolError) {
    switch opcode {
    case .finished: self = .finished(try Finished(checking: packet))
    case .reset:
      try packet.checkSize(Limits.headerSize, of: opcode)
      self = .reset
    case .device: self = .device(try DeviceChange(checking: packet))
    case .observed: self = .observed(try Observed(checking: packet))
    case .level: self = .level(try LevelChange(checking: packet))
    case .ended: self = .ended(try PlaybackEnd(checking: packet))
    case .statusEvent: self = .status(try Status(checking: packet, of: opcode))
    default: self = .unknown(opcode, byteCount: packet.byteCount)
    }
  }

  fileprivate var opcode: Opcode {
    switch self {
    case .finished: .finished
    case .reset: .reset
    case .device: .device
    case .observed: .observed
    case .level: .level
    case .ended: .ended
    case .status: .statusEvent
    case .unknown(let opcode, _): opcode
    }
  }

  fileprivate var byteCount: Int {
    switch self {
    case .finished: Finished.byteCount
    case .reset: Limits.headerSize
    case .device: DeviceChange.byteCount
    case .observed: Observed.byteCount
    case .level: LevelChange.byteCount
    case .ended: PlaybackEnd.byteCount
    case .status: Status.byteCount
    case .unknown(_, let byteCount): byteCount
    }
  }

  fileprivate func write(to bytes: inout MutableRawSpan) {
    switch self {
    case .finished(let finished): finished.write(to: &bytes)
    case .device(let change): change.write(to: &bytes)
    case .observed(let observed): observed.write(to: &bytes)
    case .level(let level): level.write(to: &bytes)
    case .ended(let end): end.write(to: &bytes)
    case .status(let status): status.write(to: &bytes)
    case .reset, .unknown: break
    }
  }
}

extension DaemonPacket: Packet {
  public var byteCount: Int {
    switch self {
    case .reply(_, let reply): reply.byteCount
    case .event(let event): event.byteCount
    }
  }

  public func encode(into bytes: inout MutableRawSpan) {
    switch self {
    case .reply(let serial, let reply):
      bytes.begin(reply.opcode, serial: serial, byteCount: reply.byteCount)
      reply.write(to: &bytes)
    case .event(let event):
      bytes.begin(event.opcode, serial: 0, byteCount: event.byteCount)
      event.write(to: &bytes)
    }
  }
}
