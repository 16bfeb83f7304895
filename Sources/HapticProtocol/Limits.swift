/// Every bound of the protocol and of what one client may hold, in one place. `hapticd-protocol(7)` lists them.
public enum Limits {
  /// The protocol version this code speaks.
  public static let version: UInt16 = 1

  // MARK: Packets

  /// The smallest packet: the header alone.
  public static let headerSize = 8
  /// The largest request in bytes, of any opcode, known or not. A longer one is malformed.
  public static let maximumRequestSize = 4096
  /// The largest packet the daemon sends in bytes: a `devices` reply with `devices` records.
  public static let maximumDaemonPacketSize = 16 + deviceRecordSize * devices
  /// Bytes of one device record.
  public static let deviceRecordSize = 256
  /// Feedback records in one `feedbacks` reply; there may be more of them, in further replies.
  public static let feedbacksPerPacket = 32

  // MARK: What one client may hold

  /// Prepared handles of one client; a handle is a number from 1 to this.
  public static let handles = 64
  /// Playbacks one client has running or waiting for their start time.
  public static let playbacks = 32
  /// How far ahead of its receipt a play may start, in nanoseconds: 60 seconds.
  public static let startAheadNanoseconds: Int64 = 60_000_000_000

  /// What the clients of one application may have together, of handles, playbacks and bytes of patterns: so many times
  /// what one client may have.
  public static let clientsWorthPerApplication = 4
  /// Connections of one application.
  public static let clientsPerApplication = 128

  // MARK: Patterns

  /// Events of one defined pattern.
  public static let patternEvents = 16_384
  /// Parameters and points of curves of one defined pattern, together.
  public static let patternPoints = 32_768
  /// Bytes of the records of all patterns that one client has defined or is defining, as they travel: 1 MiB.
  public static let patternBytes = 1 << 20
  /// Bytes of memory that the daemon keeps for all clients together, as it estimates them, for their handles, patterns,
  /// playbacks and scheduled actions: 32 MiB.
  public static let memory = 32 << 20
  /// The same for the clients of one application: 12 MiB, which hold `patternBytes` of any records.
  public static let memoryPerApplication = 12 << 20

  // MARK: Changing what plays

  /// What is kept for one playback to be done at a later time, `transport` and `modulate` together.
  public static let scheduledActions = 64
  /// Points of one `modulate`.
  public static let modulationPoints = 500
  /// Seconds of a pattern per second of time. A rate outside is taken for the nearer end.
  public static let rates = 0.1...10

  /// `reload` requests of one client that wait for their answer.
  public static let reloads = 16

  // MARK: The daemon

  /// Connected clients; one more is closed at once.
  public static let clients = 1024
  /// Of those, the ones whose application nobody vouches for, which are programs outside any application, hidden ones and
  /// sandboxed ones. They have the same share of `memory`.
  public static let unverifiedClients = clients / 4 * 3
  /// Of those, the ones that are sandboxed, hidden or another user's. They have the same share of `memory`.
  public static let confinedClients = clients / 2
  /// Connections beyond these limits, for the user's own programs outside any sandbox and root's.
  public static let reservedClients = 32
  /// Requests whose fate is remembered.
  public static let history = 512
  /// Records in one `history` reply; there may be more of them, in further replies.
  public static let historyPerPacket = 24
  /// Records in one `playing` reply; there may be more of them, in further replies. Not below `devices`, as one play may
  /// run on all of them.
  public static let playingPerPacket = 32
  /// Devices in one `devices` reply.
  public static let devices = 32
}
