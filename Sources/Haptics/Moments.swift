public import HapticProtocol
public import HapticSystem

// The moments of the protocol, as `Instant`s.

extension VerdictReply {
  /// When the daemon read the request.
  public var received: Instant { Instant(nanoseconds: receivedNanoseconds) }
  /// When it had decided; nil where it refused before.
  public var admitted: Instant? { admittedNanoseconds.map(Instant.init) }
  /// When the first level was written to the device; nil where that is not so yet.
  public var written: Instant? { writtenNanoseconds.map(Instant.init) }
}

extension Finished {
  /// When its first level was written; nil where it ended before.
  public var firstWritten: Instant? { firstWrittenNanoseconds.map(Instant.init) }
  /// When it ended.
  public var ended: Instant { Instant(nanoseconds: endedNanoseconds) }
}

extension Observed {
  /// When the cause happened, by the client's word.
  public var cause: Instant? { causeNanoseconds.map(Instant.init) }
  /// When the daemon read the request.
  public var received: Instant { Instant(nanoseconds: receivedNanoseconds) }
  /// When it had decided.
  public var admitted: Instant? { admittedNanoseconds.map(Instant.init) }
  /// When the first level was written to the device.
  public var written: Instant? { writtenNanoseconds.map(Instant.init) }
}

extension LevelChange {
  /// When it should have been written.
  public var planned: Instant { Instant(nanoseconds: plannedNanoseconds) }
  /// When it was.
  public var written: Instant { Instant(nanoseconds: writtenNanoseconds) }
}
