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

  func reply(_ outcome: Outcome) {
    if serial != 0 { reply(.verdict(VerdictReply(outcome, receivedAt: received))) }
  }
}
