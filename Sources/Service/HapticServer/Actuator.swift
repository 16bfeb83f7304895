public import HapticProtocol
public import HapticSystem
public import MotorRendering

/// A device that the server plays on: one motor, or a pair of motors behind one force feedback node. The server
/// requests levels; the slots, writes and threads for them are up to the actuator.
///
/// No member may wait for the device.
public protocol Actuator: AnyObject {
  /// The number of the device for clients. It stays the same while the device is present.
  var id: DeviceID { get }
  /// The properties of the motors, for rendering.
  var model: MotorModel { get set }
  /// The record that `hapticctl devices` shows.
  var record: DeviceRecord { get }
  /// Whether a level can be written now.
  var isReady: Bool { get }
  /// The cost since the actuator appeared, for the statistics.
  var counters: ActuatorCounters { get }
  /// The time of the user's last touch, or nil if it is unknown or the device was never touched. It is determined at
  /// each call.
  var lastTouch: Instant? { get }
  /// Called when a level that `drive` queued was written.
  var onQueuedWrite: ((LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)? { get set }
  /// Called when the device refused a level that `drive` queued.
  var onQueuedFailure: ((DeviceError) -> Void)? { get set }

  /// Makes levels resident, so that `drive` needs no upload for them. They stay until `keepUntil` if the device has
  /// enough slots.
  func prepare(_ levels: [LeasedLevel], keepUntil: Instant)

  /// Switches the motors to `level`; `.off` stops them. If the level is queued, `onQueuedWrite` or `onQueuedFailure`
  /// reports the result.
  ///
  /// - Parameters:
  ///   - lease: the time after which the device stops by itself, unless another level is written.
  ///   - planned: the requested time of the level.
  func drive(_ level: Level, _ lease: Lease, planned: Instant) -> DriveOutcome

  /// Stops the motors, whatever is still queued. An actuator without a queue drives `.off`.
  func silence(planned: Instant) -> DriveOutcome
}

extension Actuator {
  public var lastTouch: Instant? { nil }

  public func silence(planned: Instant) -> DriveOutcome { drive(.off, .short, planned: planned) }
}

/// The cost of an actuator since it appeared.
public struct ActuatorCounters: Equatable, Sendable {
  /// The number of uploaded effects (`EVIOCSFF`).
  public var uploads: UInt64
  /// The number of written play and stop events.
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

  /// The cost from `right` to `left`. A counter is zero if it is less in `left`, because a device that is opened again
  /// counts from zero.
  public static func - (left: ActuatorCounters, right: ActuatorCounters) -> ActuatorCounters {
    ActuatorCounters(
      uploads: left.uploads - min(left.uploads, right.uploads), writes: left.writes - min(left.writes, right.writes))
  }
}
