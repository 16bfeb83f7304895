internal import HapticProtocol

/// The times of a play that missed its deadline, in nanoseconds.
struct Lateness: Equatable {
  /// The time by which the daemon read it too late.
  let late: Int64
  /// The deadline, from the cause; nil without a cause.
  let deadline: Int64?
  /// The time from the cause until the daemon read the play, and from then until its decision; nil if unknown.
  let before, inside: Int64?

  /// The end of a sentence: `it was 14 ms late: ...`.
  var because: String {
    let length = "it was \(duration(nanoseconds: late)) late"
    guard let before, let deadline else { return length }
    return "\(length): the daemon read it \(duration(nanoseconds: before)) after its cause, and its deadline was "
      + "\(duration(nanoseconds: deadline)) after it"
  }

  /// A sentence about the places where the time passed.
  var places: String? {
    guard let before, let inside else { return nil }
    return
      "\(duration(nanoseconds: before)) passed before the daemon read it, in the application, the kernel or the queue "
      + "of the socket, and \(duration(nanoseconds: inside)) in the daemon."
  }
}

extension Lateness {
  /// Nil for a play that did not expire, and for a daemon that does not report the delay.
  init?(_ record: Observed) {
    guard record.verdict == .expired, record.lateMicroseconds > 0 else { return nil }
    late = Int64(record.lateMicroseconds) * 1000
    before = record.causeNanoseconds.map { record.receivedNanoseconds - $0 }
    inside = record.admittedNanoseconds.map { $0 - record.receivedNanoseconds }
    // The delay is rounded up to microseconds.
    deadline = before.map { [late] in ($0 - late + 999) / 1000 * 1000 }
  }
}
