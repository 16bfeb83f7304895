internal import HapticProtocol
internal import HapticSystem

/// A request in progress: its session, serial and time of receipt.
struct Exchange {
  let session: Session
  let serial: UInt32
  let opcode: Opcode
  let received: Instant

  /// Sends the reply, if the client asked for one by a serial other than 0.
  func reply(_ reply: Reply) {
    if serial != 0 { session.send(.reply(serial: serial, reply)) }
  }

  func answer<Q: Query>(_ query: Q, _ answer: Q.Answer) { reply(.answer(to: Q.self, answer)) }

  /// Sends the verdict of a record.
  ///
  /// - Parameter count: the number of affected playbacks, or of resident levels.
  func reply(_ record: Observed, count: UInt64) {
    guard serial != 0 else { return }
    let verdict = VerdictReply(
      record.verdict, device: record.device, playback: record.playback, count: count,
      receivedNanoseconds: record.receivedNanoseconds, admittedNanoseconds: record.admittedNanoseconds,
      writtenNanoseconds: record.writtenNanoseconds)
    reply(.verdict(verdict))
  }
}

/// The result of a request other than a play, before it becomes a record.
struct Outcome {
  var verdict: Verdict
  /// The playback number in the request.
  var playback: PlaybackID?
  /// The device that plays, or that refused to stop.
  var device: DeviceID?
  /// The number of affected playbacks, or of resident levels.
  var count: UInt64 = 0
  /// The time of the decision; nil if the request was refused before.
  var admitted: Instant?

  /// Adds the playbacks that were ended or changed on one device. A device that refused to stop decides the verdict.
  ///
  /// - Parameter alwaysStops: whether a stop was written even if nothing played.
  mutating func add(_ count: Int, on player: Player, alwaysStops: Bool = false) {
    self.count += UInt64(count)
    guard count > 0 || alwaysStops, player.isStopRefused else { return }
    verdict = .deviceFailed
    device = player.device.id
  }
}
