public import HapticPatterns

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

  /// The profiles, by their numbers in packets.
  public enum Profile: UInt8, CaseIterable, Hashable, Sendable {
    case full = 1
    case quiet = 2
    case silent = 3
  }

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
public struct Circumstances: OptionSet, Hashable, Sendable {
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
}

extension Circumstances {
  /// The circumstances as text for users: `quiet hours, locked`; `none` if empty.
  public var words: String {
    let names: [(Circumstances, String)] = [
      (.quietHours, "quiet hours"), (.powerSaver, "power saver"), (.sessionInactive, "session inactive"),
      (.locked, "locked"), (.suspending, "suspending"), (.sessionUnknown, "session unknown"),
    ]
    let present = names.filter { contains($0.0) }.map(\.1)
    return present.isEmpty ? "none" : present.joined(separator: ", ")
  }
}

extension Status {
  static let byteCount = 328

  init(checking packet: RawSpan, of opcode: Opcode) throws(ProtocolError) {
    try packet.checkSize(Self.byteCount, of: opcode)
    uptimeNanoseconds = try packet.moment(at: 8, .uptime) ?? 0
    processID = packet.uint32(at: 16)
    clients = packet.uint32(at: 20)
    isEnabled = try packet.boolean(at: 24, .enabled)
    profile = try Profile(packet.uint8(at: 25), .profile)
    circumstances = Circumstances(rawValue: packet.uint16(at: 26))
    if !circumstances.isSubset(of: .all) {
      throw .outOfRange(.circumstances, value: UInt64(circumstances.rawValue))
    }
    problems = packet.uint32(at: 28)
    try packet.checkReserved(32..<40, of: opcode)
    theme = try packet.name(at: 40, .theme)
    complaint = try packet.text(at: 88, size: Self.complaintCapacity, .complaint)
  }

  func write(to packet: inout MutableRawSpan) {
    packet.store(moment: uptimeNanoseconds, at: 8)
    packet.store(processID, at: 16)
    packet.store(clients, at: 20)
    packet.store(isEnabled, at: 24)
    packet.store(profile.rawValue, at: 25)
    packet.store(circumstances.rawValue, at: 26)
    packet.store(problems, at: 28)
    packet.store(theme, at: 40)
    packet.store(complaint, at: 88, size: Self.complaintCapacity)
  }
}
