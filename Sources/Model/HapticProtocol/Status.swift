public import HapticPatterns

/// Reads the settings and circumstances in force. `.notPermitted` in a sandbox.
public struct StatusQuery: Query, PlainRequest {
  public typealias Answer = Status
  public static let opcode = Opcode.status

  public init() {}
}

/// The settings and circumstances in force.
public struct Status: Hashable, Sendable {
  /// The time since the daemon started, in nanoseconds.
  public var uptimeNanoseconds: Int64
  public var processID: UInt32
  /// The number of connected clients.
  public var clients: UInt32
  /// The master switch.
  public var isEnabled: Bool
  public var profile: Profile
  public var circumstances: Circumstances
  /// The number of mistakes in the settings files at the last read.
  public var problems: UInt32
  public var theme: ShortName
  /// The error in a settings file, as text; empty if there is none. While there is an error, the previous settings stay
  /// in force.
  public var complaint: String

  /// The maximum size of the complaint, in bytes.
  public static let complaintCapacity = 240

  public init(
    uptimeNanoseconds: Int64, processID: UInt32, clients: UInt32, isEnabled: Bool = true, profile: Profile = .full,
    circumstances: Circumstances = [], problems: UInt32 = 0, theme: ShortName = "", complaint: String = ""
  ) {
    self.uptimeNanoseconds = uptimeNanoseconds
    self.processID = processID
    self.clients = clients
    self.isEnabled = isEnabled
    self.profile = profile
    self.circumstances = circumstances
    self.problems = problems
    self.theme = theme
    self.complaint = complaint
  }
}

/// The circumstances that suppress feedback.
public struct Circumstances: OptionSet, OpenNumber, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let quietHours = Circumstances(rawValue: 1)
  public static let powerSaver = Circumstances(rawValue: 2)
  /// Another session is active on the seat.
  public static let sessionInactive = Circumstances(rawValue: 4)
  public static let locked = Circumstances(rawValue: 8)
  /// The system is about to sleep, or sleeps.
  public static let suspending = Circumstances(rawValue: 16)
  /// logind is not available; the session counts as active.
  public static let sessionUnknown = Circumstances(rawValue: 32)

  public static let all = Circumstances(rawValue: 63)

  /// The circumstances as text for users: `quiet hours, locked`; `none` if empty.
  public var words: String {
    let names: [(Circumstances, String)] = [
      (.quietHours, "quiet hours"), (.powerSaver, "power saver"), (.sessionInactive, "session inactive"),
      (.locked, "locked"), (.suspending, "suspending"), (.sessionUnknown, "session unknown"),
    ]
    // A bit of a later version.
    let unknown = (0..<16).map { 1 << $0 }.filter { rawValue & ~Circumstances.all.rawValue & $0 != 0 }
    let present = names.filter { contains($0.0) }.map(\.1) + unknown.map { "circumstance \($0)" }
    return present.isEmpty ? "none" : present.joined(separator: ", ")
  }
}

extension Status: PacketBody, Record {
  static let byteCount = 328
  static var blank: Self { Self(uptimeNanoseconds: 0, processID: 0, clients: 0) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.moment(&uptimeNanoseconds, at: 8, .uptime)
    try packet.field(&processID, at: 16)
    try packet.field(&clients, at: 20)
    try packet.field(&isEnabled, at: 24)
    try packet.field(&profile, at: 25)
    try packet.field(&circumstances, at: 26)
    try packet.field(&problems, at: 28)
    try packet.field(&theme, at: 40, .theme)
    try packet.field(&complaint, at: 88, size: Self.complaintCapacity, .complaint)
  }
}
