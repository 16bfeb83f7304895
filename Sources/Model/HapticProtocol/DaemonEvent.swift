public import HapticPatterns

/// An event that the daemon sends to a client without a request. The large ones, for monitors, are boxed: every play ends
/// with a small one, which is copied on its way to the socket.
public enum DaemonEvent: Hashable, Sendable {
  /// A playback with a number ended.
  case finished(Finished)
  /// The prepared effects are no longer resident, because the devices changed; prepare them again.
  case reset
  /// A device was added, removed or changed; sent to clients that monitor devices.
  indirect case device(DeviceChange)
  /// A request of any client; sent to clients that monitor requests.
  indirect case observed(Observed)
  /// A level was written to a device; sent to clients that monitor levels.
  case level(LevelChange)
  /// A playback of any client ended; sent to clients that monitor requests.
  case ended(PlaybackEnd)
  /// The settings or circumstances in force changed; sent to clients that monitor the status.
  indirect case status(Status)
  /// An event of a later version; ignore it.
  case unknown(Opcode, byteCount: Int)
}

/// The end of a playback.
public struct Finished: Hashable, Sendable {
  public var playback: PlaybackID
  public var reason: FinishReason
  /// The time of the first write, in nanoseconds of CLOCK_MONOTONIC; nil if the playback ended before.
  package var firstWrittenNanoseconds: Int64?
  /// The time of the end, in nanoseconds of CLOCK_MONOTONIC.
  package var endedNanoseconds: Int64
  public var device: DeviceID?

  package init(
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

/// A device that was added, removed or changed.
public struct DeviceChange: Hashable, Sendable {
  public var kind: Kind
  public var device: DeviceRecord

  public init(_ kind: Kind, _ device: DeviceRecord) {
    self.kind = kind
    self.device = device
  }
}

/// A request of any client with its verdict, for monitors and the history.
public struct Observed: Hashable, Sendable {
  /// The kind of request.
  public var opcode: Opcode
  public var verdict: Verdict
  /// The category; nil for requests without a category.
  public var category: Open<Category>?
  public var device: DeviceID?
  /// The process of the client, as the kernel gives it.
  public var processID: UInt32
  /// The requested intensity, 0...65535; 0 for requests without intensity.
  public var intensity: UInt16
  public var causeNanoseconds: Int64?
  public var receivedNanoseconds: Int64
  public var admittedNanoseconds: Int64?
  public var writtenNanoseconds: Int64?
  public var playback: PlaybackID?
  /// The number of events that were dropped before this one because the monitor did not read them in time.
  public var lost: UInt64
  /// The feedback's name; empty for requests without a feedback.
  public var feedback: ShortName
  /// The application's id or name; `identity` gives its source.
  public var applicationName: ShortName
  public var identity: IdentitySource
  /// The number in the history, from 1; 0 for requests that are not kept.
  public var number: UInt64
  /// The felt strength after all settings, 0...65535; 0 if nothing is felt.
  public var felt: UInt16
  public var importance: Importance
  /// The end reason; nil while the playback runs, and for requests without a playback.
  public var end: FinishReason?
  /// The time by which an expired play missed its deadline, in microseconds; 0 for other requests.
  public var lateMicroseconds: UInt32
  /// The kind of feedback. An event of a program for feedbackd can have one record of each kind.
  public var medium: Medium

  public init(
    opcode: Opcode, verdict: Verdict, category: Category? = nil, device: DeviceID? = nil, processID: UInt32,
    intensity: UInt16 = 0, causeNanoseconds: Int64? = nil, receivedNanoseconds: Int64,
    admittedNanoseconds: Int64? = nil, writtenNanoseconds: Int64? = nil, playback: PlaybackID? = nil,
    lost: UInt64 = 0, feedback: ShortName = "", applicationName: ShortName, identity: IdentitySource = .none,
    number: UInt64 = 0, felt: UInt16 = 0, importance: Importance = .ordinary, end: FinishReason? = nil,
    medium: Medium = .haptic, lateMicroseconds: UInt32 = 0
  ) {
    self.opcode = opcode
    self.verdict = verdict
    self.category = category.map(Open.known)
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
    self.medium = medium
    self.lateMicroseconds = lateMicroseconds
  }
}

/// The end of a playback of any client, for monitors.
public struct PlaybackEnd: Hashable, Sendable {
  /// The number of the play in the history.
  public var number: UInt64
  public var device: DeviceID
  public var reason: FinishReason
  /// The time of the first write, in nanoseconds of CLOCK_MONOTONIC; nil if the playback ended before.
  public var firstWrittenNanoseconds: Int64?
  /// The time of the end, in nanoseconds of CLOCK_MONOTONIC.
  public var endedNanoseconds: Int64

  public init(
    number: UInt64, device: DeviceID, reason: FinishReason, firstWrittenNanoseconds: Int64?, endedNanoseconds: Int64
  ) {
    self.number = number
    self.device = device
    self.reason = reason
    self.firstWrittenNanoseconds = firstWrittenNanoseconds
    self.endedNanoseconds = endedNanoseconds
  }
}

/// A level written to a device.
public struct LevelChange: Hashable, Sendable {
  public var device: DeviceID
  /// The magnitudes, 0...65535.
  public var strong: UInt16
  public var weak: UInt16
  /// The planned and the actual time of the write, in nanoseconds of CLOCK_MONOTONIC.
  public var plannedNanoseconds: Int64
  public var writtenNanoseconds: Int64
  /// The time after which the kernel stops the motor by itself, in milliseconds; 0 if the level is off.
  public var leaseMilliseconds: UInt32
  /// The period of the wave in milliseconds, on a device that plays waves (`DeviceRecord.MotorProperties.playsWaves`);
  /// 0 on other devices, and if the level is off.
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

extension Observed.IdentitySource {
  /// Whether the system confirms the id, not the client.
  public var isVerified: Bool {
    switch self {
    case .none, .claimed, .hidden, .unknown: false
    case .unit, .snap, .flatpak: true
    }
  }
}
