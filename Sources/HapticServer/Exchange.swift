internal import HapticProtocol
internal import HapticSystem

/// One request on its way: who asked what, when.
struct Exchange {
  let session: Session
  let serial: UInt32
  let opcode: Opcode
  let received: Instant

  /// Answers, if an answer was asked for.
  func reply(_ reply: Reply) {
    if serial != 0 { session.send(.reply(serial: serial, reply)) }
  }
}

extension VerdictReply {
  init(_ verdict: Verdict, _ received: Instant) {
    self.init(verdict, receivedNanoseconds: received.nanoseconds)
  }
}
