// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

/// The type of a packet: the first two bytes of its header.
///
/// An open set: a daemon answers `unsupported` to a request of a later version, and a client ignores an unknown event.
/// The ranges never change.
public struct Opcode: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  // Requests: 0x0001...0x3fff.
  public static let hello = Opcode(rawValue: 0x0001)
  public static let prepare = Opcode(rawValue: 0x0002)
  public static let release = Opcode(rawValue: 0x0003)
  public static let play = Opcode(rawValue: 0x0004)
  public static let stop = Opcode(rawValue: 0x0005)
  public static let stopEverything = Opcode(rawValue: 0x0006)
  public static let devices = Opcode(rawValue: 0x0007)
  public static let statistics = Opcode(rawValue: 0x0008)
  public static let monitor = Opcode(rawValue: 0x0009)
  public static let define = Opcode(rawValue: 0x000a)
  public static let part = Opcode(rawValue: 0x000b)
  public static let transport = Opcode(rawValue: 0x000c)
  public static let modulate = Opcode(rawValue: 0x000d)
  public static let feedbacks = Opcode(rawValue: 0x000e)
  public static let history = Opcode(rawValue: 0x000f)
  public static let status = Opcode(rawValue: 0x0010)
  public static let reload = Opcode(rawValue: 0x0011)
  public static let playing = Opcode(rawValue: 0x0012)
  public static let setting = Opcode(rawValue: 0x0013)

  // Events: 0x4000...0x7fff.
  public static let finished = Opcode(rawValue: 0x4001)
  public static let reset = Opcode(rawValue: 0x4002)
  public static let device = Opcode(rawValue: 0x4003)
  public static let observed = Opcode(rawValue: 0x4004)
  public static let level = Opcode(rawValue: 0x4005)
  public static let statusEvent = Opcode(rawValue: 0x4006)
  public static let ended = Opcode(rawValue: 0x4007)

  // Replies: 0x8000...0xffff.
  public static let verdictReply = Opcode(rawValue: 0x8000)
  public static let helloReply = Opcode(rawValue: 0x8001)
  public static let devicesReply = Opcode(rawValue: 0x8007)
  public static let statisticsReply = Opcode(rawValue: 0x8008)
  public static let feedbacksReply = Opcode(rawValue: 0x800e)
  public static let historyReply = Opcode(rawValue: 0x800f)
  public static let statusReply = Opcode(rawValue: 0x8010)
  public static let playingReply = Opcode(rawValue: 0x8012)
  public static let settingReply = Opcode(rawValue: 0x8013)
}

extension Opcode {
  /// The names in hapticd-protocol(7).
  static let names: [Opcode: String] = [
    .hello: "hello", .prepare: "prepare", .release: "release", .play: "play", .stop: "stop",
    .stopEverything: "stopEverything", .devices: "devices", .statistics: "statistics", .monitor: "monitor",
    .define: "define", .part: "part", .transport: "transport", .modulate: "modulate", .feedbacks: "feedbacks",
    .history: "history", .status: "status", .reload: "reload", .playing: "playing", .setting: "setting",
    .verdictReply: "verdict reply", .helloReply: "hello reply", .devicesReply: "devices reply",
    .statisticsReply: "statistics reply", .feedbacksReply: "feedbacks reply", .historyReply: "history reply",
    .statusReply: "status reply", .playingReply: "playing reply", .settingReply: "setting reply", .finished: "finished",
    .reset: "reset", .device: "device", .observed: "observed", .level: "level", .statusEvent: "status", .ended: "ended",
  ]

  /// The version of the protocol since which the packet exists.
  package var since: UInt16 { 1 }
}
