public import HapticPatterns
internal import HapticProtocol

extension Server {
  /// Lets other feedbacks be meant from now on. What plays goes on as it was; what is prepared is what its name means
  /// now, and those who prepared something are told to do so again.
  public func setVocabulary(_ vocabulary: Vocabulary) {
    policy = Policy(vocabulary: vocabulary)
    for player in roster.players {
      player.repertoire = Repertoire(player.actuator.model, vocabulary: vocabulary)
      player.prepareVocabulary(vocabulary)
    }
    for session in sessions.values { session.resolvePrepared(by: vocabulary) }
    requestPreparing()
  }
}

extension Session {
  /// A handle whose name means nothing any more keeps what it meant: it is the client's until that lets it go.
  fileprivate func resolvePrepared(by vocabulary: Vocabulary) {
    for (handle, known) in prepared {
      let feedback = vocabulary.resolve(known.feedback.name) ?? known.feedback
      prepared[handle] = Prepared(feedback: feedback, device: known.device)
    }
  }
}
