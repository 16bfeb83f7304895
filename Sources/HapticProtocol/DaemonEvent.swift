public import HapticPatterns

/// What the daemon tells a client unasked.
public enum DaemonEvent: Hashable, Sendable {
  /// A playback with a number came to its end.
  case finished(Finished)
  /// What was prepared is no longer resident, because the devices changed: prepare it again.
  case reset
  /// To clients that monitor devices.
  case device(DeviceChange)
  /// To clients that monitor requests.
  case observed(Observed)
  /// To clients that monitor levels.
  case level(LevelChange)
  /// To clients that monitor the status.
  indirect case status(Status)
  /// An event of a later version, to be skipped.
  case unknown(Opcode, byteCount: Int)
}

/// The end of a playback.
public struct Finished: Hashable, Sendable {
  public var playback: PlaybackID
  public var reason: FinishReason
  /// When its first level was written, in nanoseconds of CLOCK_MONOTONIC; nil where it ended before.
  public var firstWrittenNanoseconds: Int64?
  /// When it ended.
  public var endedNanoseconds: Int64
  public var device: DeviceID?

  public init(
    playback: PlaybackID, reason: FinishReason, firstWrittenNanoseconds: Int64?, endedNanoseconds: Int64,
    device: DeviceID?
  ) {
    self.playback = playback
    self.reason = reason
    self.firstWrittenNanoseconds = firstWrittenNanoseconds
    self.endedNanoseconds = endedNanoseconds
    self.device = device
  }
}

/// A device that came, went or changed.
public struct DeviceChange: Hashable, Sendable {
  public enum Kind: UInt32, CaseIterable, Hashable, Sendable {
    case added = 1
    case removed = 2
    case changed = 3
  }

  public var kind: Kind
  public var device: DeviceRecord

  public init(_ kind: Kind, _ device: DeviceRecord) {
    self.kind = kind
    self.device = device
  }
}

/// A request of any client, as a monitor sees it.
public struct Observed: Hashable, Sendable {
  /// Which request it was.
  public var opcode: Opcode
  public var verdict: Verdict
  /// Why it plays; nil for requests that have no category.
  public var category: Category?
  public var device: DeviceID?
  /// Whose request it was, by the kernel's word.
  public var processID: UInt32
  /// Of 65535; 0 for requests that have none.
  public var intensity: UInt16
  public var causeNanoseconds: Int64?
  public var receivedNanoseconds: Int64
  public var admittedNanoseconds: Int64?
  public var writtenNanoseconds: Int64?
  public var playback: PlaybackID?
  /// Events that were dropped before this one because the monitor did not read fast enough.
  public var lost: UInt64
  /// The feedback's name; empty for requests that have none.
  public var feedback: ShortName
  /// The application's id or name; `identity` says who says so.
  public var applicationName: ShortName
  public var identity: Identity
  /// The place in the history, from 1; 0 for requests that are not kept.
  public var number: UInt64
  /// How strong it was made to be felt, of 65535, after all that the person wants less of it; 0 where nothing is.
  public var felt: UInt16
  public var importance: Importance
  /// Why it ended; nil while it plays, and for what never began.
  public var end: FinishReason?

  /// Who says which application it is.
  public enum Identity: UInt8, CaseIterable, Hashable, Sendable {
    /// Nobody.
    case none = 0
    /// The client itself; nobody checked.
    case claimed = 1
    /// systemd, by the unit that it runs in.
    case unit = 2
    /// snapd.
    case snap = 3
    /// Flatpak.
    case flatpak = 4
    /// Nobody can say: the client hides from `/proc`.
    case hidden = 5

    /// Whether somebody else than the client says so.
    public var isVerified: Bool {
      switch self {
      case .none, .claimed, .hidden: false
      case .unit, .snap, .flatpak: true
      }
    }
  }

  /// Whether it was meant not to be missed.
  public enum Importance: UInt8, CaseIterable, Hashable, Sendable {
    case ordinary = 0
    /// It asked to be, but the application may not.
    case denied = 1
    case granted = 2
  }

  public init(
    opcode: Opcode, verdict: Verdict, category: Category? = nil, device: DeviceID? = nil, processID: UInt32,
    intensity: UInt16 = 0, causeNanoseconds: Int64? = nil, receivedNanoseconds: Int64,
    admittedNanoseconds: Int64? = nil, writtenNanoseconds: Int64? = nil, playback: PlaybackID? = nil,
    lost: UInt64 = 0, feedback: ShortName = "", applicationName: ShortName, identity: Identity = .none,
    number: UInt64 = 0, felt: UInt16 = 0, importance: Importance = .ordinary, end: FinishReason? = nil
  ) {
    self.opcode = opcode
    self.verdict = verdict
    self.category = category
    self.device = device
    self.processID = processID
    self.intensity = intensity
    self.causeNanoseconds = causeNanoseconds
    self.receivedNanoseconds = receivedNanoseconds
    self.admittedNanoseconds = admittedNanoseconds
    self.writtenNanoseconds = writtenNanoseconds
    self.playback = playback
    self.lost = lost
    self.feedback = feedback
    self.applicationName = applicationName
    self.identity = identity
    self.number = number
    self.felt = felt
    self.importance = importance
    self.end = end
  }
}

/// A level written to a device.
public struct LevelChange: Hashable, Sendable {
  public var device: DeviceID
  /// The magnitudes, of 65535.
  public var strong: UInt16
  public var weak: UInt16
  /// When it should have been written and when it was, in nanoseconds of CLOCK_MONOTONIC.
  public var plannedNanoseconds: Int64
  public var writtenNanoseconds: Int64
  /// After how long the kernel would stop the motor by itself, in milliseconds; 0 where the level is off.
  public var leaseMilliseconds: UInt32
  /// Of the wave, on a device that plays waves (`DeviceRecord.Motor.playsWaves`), in milliseconds; 0 on all others and
  /// where the level is off.
  public var periodMilliseconds: UInt16

  public init(
    device: DeviceID, strong: UInt16, weak: UInt16, plannedNanoseconds: Int64, writtenNanoseconds: Int64,
    leaseMilliseconds: UInt32, periodMilliseconds: UInt16 = 0
  ) {
    self.device = device
    self.strong = strong
    self.weak = weak
    self.plannedNanoseconds = plannedNanoseconds
    self.writtenNanoseconds = writtenNanoseconds
    self.leaseMilliseconds = leaseMilliseconds
    self.periodMilliseconds = periodMilliseconds
  }
}
