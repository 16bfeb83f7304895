public import HapticProtocol
public import HapticSystem

// The timestamps of the protocol as `Instant`s.

extension VerdictReply {
  /// The time at which the daemon read the request.
  public var received: Instant { Instant(nanoseconds: receivedNanoseconds) }
  /// The time of the decision; nil if the daemon refused earlier.
  public var admitted: Instant? { admittedNanoseconds.map(Instant.init) }
  /// The time at which the first level was written to the device; nil if none was written yet: the start is in the
  /// future, the pattern begins with silence, the device got its last command less than its minimum interval ago (4 ms on
  /// most devices), a playback of higher priority holds this one, or the device has its own thread. The event of the end
  /// then has the time.
  public var written: Instant? { writtenNanoseconds.map(Instant.init) }
}

extension Finished {
  /// The time at which the first level was written; nil if the playback ended before.
  public var firstWritten: Instant? { firstWrittenNanoseconds.map(Instant.init) }
  /// The time of the end.
  public var ended: Instant { Instant(nanoseconds: endedNanoseconds) }
}

extension Observed {
  /// The time of the cause, as given by the client.
  public var cause: Instant? { causeNanoseconds.map(Instant.init) }
  /// The time at which the daemon read the request.
  public var received: Instant { Instant(nanoseconds: receivedNanoseconds) }
  /// The time of the decision.
  public var admitted: Instant? { admittedNanoseconds.map(Instant.init) }
  /// The time at which the first level was written to the device.
  public var written: Instant? { writtenNanoseconds.map(Instant.init) }
}

extension LevelChange {
  /// The planned time of the write.
  public var planned: Instant { Instant(nanoseconds: plannedNanoseconds) }
  /// The actual time of the write.
  public var written: Instant { Instant(nanoseconds: writtenNanoseconds) }
}
