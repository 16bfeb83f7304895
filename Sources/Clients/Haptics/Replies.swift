internal import HapticProtocol

extension Reply {
  var verdict: VerdictReply {
    get throws(ClientError) {
      guard case .verdict(let verdict) = self else { throw .unexpectedReply }
      return verdict
    }
  }
}

extension VerdictReply {
  /// The verdict for a client that already holds the maximum number of handles; the daemon is not asked.
  static let noHandle = VerdictReply(.limit, receivedNanoseconds: 0)

  /// The verdict on a stop without a connection; the daemon is not asked.
  static let nothingPlays = VerdictReply(.done, receivedNanoseconds: 0)
}
