/// All limits of the protocol and of a client's resources. hapticd-protocol(7) lists them.
public enum Limits {
  /// The protocol version of this code.
  public static let version: UInt16 = 1

  // MARK: Packets

  /// The smallest packet: a header without fields, in bytes.
  public static let headerSize = 8
  /// The largest request in bytes, of any opcode, known or unknown. A longer request is malformed.
  public static let maximumRequestSize = 4096
  /// The largest packet from the daemon in bytes. Version 1 uses half of it; the rest is for longer records.
  public static let maximumDaemonPacketSize = 16_384
  /// The size of one device record, in bytes.
  public static let deviceRecordSize = 256
  /// The maximum number of records in one `feedbacks` reply; further records follow in further replies.
  public static let feedbacksPerPacket = 32

  // MARK: Limits of a client

  /// The maximum number of prepared handles of one client; a handle is a number from 1 to this.
  public static let handles = 64
  /// The maximum number of running and waiting playbacks of one client.
  public static let playbacks = 32
  /// The maximum time from the receipt of a play to its start, in nanoseconds: 60 seconds.
  public static let startAheadNanoseconds: Int64 = 60_000_000_000

  /// The limits of all clients of one application together, for handles, playbacks and bytes of patterns, as a multiple
  /// of those of one client.
  public static let clientsWorthPerApplication = 4
  /// The maximum number of connections of one application.
  public static let clientsPerApplication = 128

  // MARK: Patterns

  /// The maximum number of events in one defined pattern.
  public static let patternEvents = 16_384
  /// The maximum number of parameters and points of curves in one defined pattern, together.
  public static let patternPoints = 32_768
  /// The maximum size of the records of all patterns that one client has defined or is defining, in bytes of packets: 1
  /// MiB.
  public static let patternBytes = 1 << 20
  /// The maximum memory of the daemon for handles, patterns, playbacks and scheduled actions of all clients together,
  /// as an estimate in bytes: 16 MiB. The service's unit grants three times as much data memory: for the program itself,
  /// for its clients, and for gaps that blocks of one size leave for those of another.
  public static let memory = 16 << 20
  /// The same maximum for the clients of one application: 8 MiB, which is enough for all its playbacks, or for
  /// `patternBytes` of events or parameters.
  public static let memoryPerApplication = 8 << 20

  // MARK: Changing what plays

  /// The maximum number of scheduled actions of one playback, `transport` and `modulate` together.
  public static let scheduledActions = 64
  /// The maximum number of points of one `modulate`.
  public static let modulationPoints = 500
  /// The allowed rates, in seconds of a pattern per second of time. A rate outside is clamped.
  public static let rates = 0.1...10

  /// The maximum number of `reload` requests of one client that wait for their reply.
  public static let reloads = 16

  // MARK: The daemon

  /// The maximum number of connected clients. The daemon closes any further connection at once.
  public static let clients = 1024
  /// The maximum number of clients with an application that is not verified: programs outside any application, hidden
  /// and sandboxed programs. The same fraction of `memory` is available to them.
  public static let unverifiedClients = clients / 4 * 3
  /// The maximum number of clients that are sandboxed, hidden or of another user. The same fraction of `memory` is
  /// available to them.
  public static let confinedClients = clients / 2
  /// The number of connections beyond these limits, for root's programs and the user's own programs outside any
  /// sandbox.
  public static let reservedClients = 32
  /// The number of requests in the history.
  public static let history = 512
  /// The maximum number of records in one `history` reply; further records follow in further replies.
  public static let historyPerPacket = 24
  /// The maximum number of records in one `playing` reply; further records follow in further replies. Not below
  /// `devices`, because one play may run on all devices.
  public static let playingPerPacket = 32
  /// The maximum number of devices in one `devices` reply.
  public static let devices = 32
}
