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

  func reply(_ outcome: Outcome) {
    if serial != 0 { reply(.verdict(VerdictReply(outcome, receivedAt: received))) }
  }
}

/// The result of a request, before it becomes a packet.
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
  /// The time of the first write to the device; nil if it is still to come.
  var written: Instant?

  init(_ verdict: Verdict, playback: PlaybackID? = nil) {
    self.verdict = verdict
    self.playback = playback
  }

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

extension VerdictReply {
  init(_ outcome: Outcome, receivedAt received: Instant) {
    self.init(
      outcome.verdict, device: outcome.device, playback: outcome.playback, count: outcome.count,
      receivedNanoseconds: received.nanoseconds, admittedNanoseconds: outcome.admitted?.nanoseconds,
      writtenNanoseconds: outcome.written?.nanoseconds)
  }
}
