// Requests of the user's own programs; `.notPermitted` in a sandbox.

/// Stops every playback of every client and silences every device.
public struct StopEverythingCommand: Command, PlainRequest {
  public static let opcode = Opcode.stopEverything
  public init() {}
}

/// Reads the settings files and the theme again; the reply follows when they are in force.
public struct ReloadCommand: Command, PlainRequest {
  public static let opcode = Opcode.reload
  public init() {}
}

/// Selects the events about other clients that this client receives; an empty scope ends monitoring.
public struct MonitorCommand: Command {
  public static let opcode = Opcode.monitor
  public var scope: MonitorScope
  public init(_ scope: MonitorScope) { self.scope = scope }
}

extension MonitorCommand: Record {
  static let byteCount = 12
  static var blank: Self { Self([]) }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) {
    try packet.number(
      &scope, at: 8, encode: { $0.rawValue },
      decode: { bits throws(ProtocolError) in
        let scope = MonitorScope(rawValue: bits)
        if !scope.isSubset(of: .all) { throw .outOfRange(.scope, value: UInt64(bits)) }
        return scope
      })
  }
}

extension Request {
  public static var stopEverything: Request { .command(StopEverythingCommand()) }
  public static var reload: Request { .command(ReloadCommand()) }
  public static func monitor(_ scope: MonitorScope) -> Request { .command(MonitorCommand(scope)) }
}

/// The kinds of events that a monitor receives.
public struct MonitorScope: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// An `observed` event for every request of any client that gets a verdict, and an `ended` event for every playback.
  public static let requests = MonitorScope(rawValue: 1)
  /// A `level` event for every level that is written to a device.
  public static let levels = MonitorScope(rawValue: 2)
  /// A `device` event when a device is added, removed or changed.
  public static let devices = MonitorScope(rawValue: 4)
  /// A `status` event when the settings or circumstances in force change: settings files, quiet hours, session, power.
  public static let status = MonitorScope(rawValue: 8)

  /// All kinds of events.
  public static let all: MonitorScope = [.requests, .levels, .devices, .status]
}
