internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

/// Who asked for a playback, and for what: the same from its start to the report of its end.
struct PlaybackRequest {
  /// The number that the client chose; 0 if it chose none.
  let number: UInt32
  /// The client, which may have left before a device with a thread of its own has taken the last level.
  let owner: Session
  let category: Category
  /// Whether it plays in spite of profile, quiet hours and power saver.
  let isImportant: Bool
  /// The requested intensity in 1/65535.
  let intensity: UInt16
  /// The number of the playback in the history.
  let entry: UInt64
  /// The name of the feedback; empty for a client's own pattern.
  let feedback: ShortName
  /// The time of receipt, or nil for a play with a start time, whose delay is not a latency.
  let received: Instant?
}
