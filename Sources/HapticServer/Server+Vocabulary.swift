public import HapticPatterns
internal import HapticProtocol

// The names that can be asked for, and what is known of them.

extension Server {
  /// Takes another vocabulary. What plays goes on as it began; handles stand for the new patterns of their names, and
  /// clients that prepared something are told to do so again.
  public func setVocabulary(_ vocabulary: Vocabulary) {
    policy.catalogue = Catalogue(vocabulary)
    for player in roster.players { player.setCatalogue(policy.catalogue, wish: policy.wish(for: player.name)) }
    scheduleRehearsals()
    for session in sessions.values { session.rebind(policy.catalogue) }
    requestPreparing()
  }

  func list(from first: UInt32, _ exchange: Exchange) {
    exchange.reply(.feedbacks(FeedbackList(feedbackRecords(), from: first)))
  }
}

extension Session {
  /// Looks the names of handles up anew; one whose name is gone keeps what it had.
  fileprivate func rebind(_ catalogue: Catalogue) {
    for (handle, binding) in handles.allPrepared where !binding.material.name.isEmpty {
      handles.update(handle) { prepared in
        prepared.forgetRenderings()
        if let material = catalogue.material(named: binding.material.name) { prepared.material = material }
      }
    }
  }
}
