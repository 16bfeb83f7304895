public import HapticProtocol
public import HapticSystem
public import MotorRendering

/// One thing that shakes: a motor, or a pair behind one force-feedback node. The server says which level it wants now;
/// how the level gets there (slots, writes, threads) is the actuator's own affair.
///
/// No member may wait for the device.
public protocol Actuator: AnyObject {
  /// The number that clients see, the same while the device stays.
  var id: DeviceID { get }
  /// What the device can do, for rendering.
  var model: MotorModel { get }
  /// What `hapticctl devices` shows.
  var record: DeviceRecord { get }
  /// Whether a level can be written now.
  var isReady: Bool { get }
  /// The cost so far, for the statistics.
  var counters: ActuatorCounters { get }
  /// When a hand was on it last, as far as that can be told; nil where it cannot, or was never. Looks when asked.
  var lastTouch: Instant? { get }
  /// Told when a level that `drive` queued has been written.
  var onQueuedWrite: ((Drive.LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)? { get set }
  /// Told when the device refused a level that `drive` queued.
  var onQueuedFailure: ((Errno) -> Void)? { get set }

  /// Makes levels resident, so that `drive` needs no upload for them, and keeps them there until `keepUntil` as far as
  /// the device's slots go.
  func prepare(_ levels: [Drive.LeasedLevel], keepUntil: Instant)

  /// Switches the motors to `level`; `.off` stops them.
  ///
  /// - Parameters:
  ///   - lease: after which the device stops by itself if nothing is written again.
  ///   - planned: when the level was wanted.
  func drive(_ level: Level, _ lease: Lease, planned: Instant) -> DriveOutcome

  /// Stops the motors whatever is still queued. The same as driving `.off` where nothing queues.
  func silence(planned: Instant) -> DriveOutcome
}

extension Actuator {
  public var lastTouch: Instant? { nil }

  public func silence(planned: Instant) -> DriveOutcome { drive(.off, .short, planned: planned) }
}

/// What became of a level.
public enum DriveOutcome: Equatable, Sendable {
  /// The kernel has it since then.
  case written(Instant)
  /// A thread of the device's own writes it; `onQueuedWrite` tells when, or `onQueuedFailure` why not.
  case queued
  /// The device refused.
  case failed(Errno)
}

/// What an actuator has cost since it appeared.
public struct ActuatorCounters: Equatable, Sendable {
  /// Effects uploaded (`EVIOCSFF`).
  public var uploads: UInt64
  /// Play and stop events written.
  public var writes: UInt64

  public init(uploads: UInt64 = 0, writes: UInt64 = 0) {
    self.uploads = uploads
    self.writes = writes
  }
}

extension ActuatorCounters {
  public static func + (left: ActuatorCounters, right: ActuatorCounters) -> ActuatorCounters {
    ActuatorCounters(uploads: left.uploads + right.uploads, writes: left.writes + right.writes)
  }

  /// The cost of `left` since it was `right`; nothing below zero, as where a device was opened again and counts anew.
  public static func - (left: ActuatorCounters, right: ActuatorCounters) -> ActuatorCounters {
    ActuatorCounters(
      uploads: left.uploads - min(left.uploads, right.uploads), writes: left.writes - min(left.writes, right.writes))
  }
}
