public import HapticSystem
@_exported public import MotorOutput

/// The motors of a device. The owner requests levels; slots, writes and threads for them are up to the sink.
///
/// No member may wait for the device.
public protocol MotorSink: AnyObject {
  /// Whether a level can be written now: the device is there and answers.
  var isReady: Bool { get }
  /// The number of operations since the device was opened.
  var counters: MotorCounters { get }
  /// The time of the user's last touch of the device, or nil if it is unknown or the device was never touched. It is
  /// determined at each call.
  var lastTouch: Instant? { get }
  /// Called when a queued level has been written.
  var onWritten: ((LeasedLevel, _ planned: Instant, _ written: Instant) -> Void)? { get set }
  /// Called when the device has refused a queued level.
  var onFailure: ((DeviceError) -> Void)? { get set }

  /// Makes levels resident, so that `drive` needs no upload for them, and keeps them until then if the device has enough
  /// slots.
  func prepare(_ levels: [LeasedLevel], keepUntil: Instant)

  /// Switches the motors to a level; `.off` stops them, and is written even if nothing is known to play.
  ///
  /// After the lease, the device stops by itself, unless another level is written.
  ///
  /// - Parameter planned: the requested time of the level.
  /// - Returns: `.queued` if `onWritten` or `onFailure` reports the result, or neither if a newer level comes first.
  func drive(_ level: LeasedLevel, planned: Instant) -> DriveOutcome

  /// Stops the motors at once, and drops queued levels. A sink without a queue drives `.off`.
  func silence(planned: Instant) -> DriveOutcome
}

/// The result of a request to change the level of a device.
public enum DriveOutcome: Hashable, Sendable {
  /// The kernel has accepted the level at this time.
  case written(Instant)
  /// The device's own thread writes the level, unless a newer one comes first, and reports the result later.
  case queued
  /// The device did not take the level and keeps the last one.
  case failed(DeviceError)
}

extension MotorSink {
  public var lastTouch: Instant? { nil }

  public func silence(planned: Instant) -> DriveOutcome { drive(LeasedLevel(.off, .short), planned: planned) }
}
