public import HapticPatterns

extension Server {
  /// Replaces the vocabulary. Playbacks continue unchanged. Handles get the new patterns of their names, and clients
  /// with handles are asked to prepare again.
  public func setVocabulary(_ vocabulary: Vocabulary) {
    policy.catalogue = Catalogue(vocabulary)
    for player in devices.players {
      player.setCatalogue(policy.catalogue, strengths: policy.strengths(for: player.name))
    }
    preloader.schedule()
    for session in sessions.all {
      for prepared in session.handles.allPrepared { prepared.rebind(policy.catalogue) }
    }
    requestPreparing()
  }
}
