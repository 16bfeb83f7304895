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
    for session in sessions.all { session.rebind(policy.catalogue) }
    requestPreparing()
  }
}

extension Session {
  /// Looks up the names of handles again. A handle keeps its pattern if its name is gone.
  fileprivate func rebind(_ catalogue: Catalogue) {
    for (handle, binding) in handles.allPrepared where !binding.feedback.name.isEmpty {
      handles.update(handle) { prepared in
        prepared.forgetRenderings()
        if let feedback = catalogue.feedback(named: binding.feedback.name) { prepared.feedback = feedback }
      }
    }
  }
}
