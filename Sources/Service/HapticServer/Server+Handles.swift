package import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol

// Prepares feedbacks and complete definitions under the handles of clients.

extension Server {
  func prepare(_ prepare: Request.Prepare, _ exchange: Exchange) {
    var outcome = Outcome(verdict: .done)
    var name = prepare.name
    do throws(Refusal) {
      try exchange.session.handles.reserve(prepare.handle)
      guard let feedback = policy.catalogue.feedback(named: name, allowingFallback: prepare.allowsFallback) else {
        throw Refusal(.unknownFeedback)
      }
      name = feedback.name
      try bind(feedback, to: prepare.handle, for: prepare.device, exchange, &outcome)
    } catch {
      outcome.verdict = error.verdict
    }
    recorder.conclude(exchange, outcome, feedback: name)
  }

  /// Binds a handle, and makes its levels resident on the devices that play it, but at most on two.
  func bind(
    _ feedback: ResolvedFeedback, to handle: Handle, for device: DeviceID?, _ exchange: Exchange,
    _ outcome: inout Outcome
  ) throws(Refusal) {
    // The handle is valid without a device: one may be plugged in later.
    let session = exchange.session
    let prepared = try session.handles.bind(handle, to: feedback, on: device)
    let route = try devices.route(to: device, policy.locality(for: session), at: exchange.received)
    func prepare(on player: Player) -> Int {
      let intensity = policy.felt(.max, feedback.category, of: session, on: player)
      return player.preparation.prepare(prepared.content(on: player, intensity: intensity), at: exchange.received)
    }
    outcome.device = route.first.device.id
    outcome.count = UInt64(prepare(on: route.first))
    // A rendering takes up to a millisecond, for which the stops of other clients wait.
    for player in route.others.prefix(1) { _ = prepare(on: player) }
    outcome.admitted = scheduler.now
  }

  func release(_ handle: Handle, _ exchange: Exchange) {
    let known = exchange.session.handles.remove(handle)
    recorder.conclude(exchange, known ? .done : .unknownHandle)
  }

  /// Replaces the vocabulary. Playbacks continue unchanged. Handles get the new patterns of their names, and clients
  /// with handles are asked to prepare again.
  package func setVocabulary(_ vocabulary: Vocabulary) {
    policy.catalogue = Catalogue(vocabulary)
    for player in devices.players { player.adoptPolicy() }
    preloader.schedule()
    for session in sessions.all {
      for prepared in session.handles.allPrepared { prepared.rebind(policy.catalogue) }
    }
    requestPreparing()
  }

  // MARK: Definitions

  // A handle refers to the pattern of its definition once that is complete, as to any prepared feedback.

  func define(_ define: Request.Define, _ exchange: Exchange) {
    conclude(exchange) { outcome throws(Refusal) in
      let definition = try exchange.session.handles.define(define)
      try bindIfComplete(definition, define.handle, exchange, &outcome)
    }
  }

  func add(_ part: Request.Part, _ exchange: Exchange) {
    conclude(exchange) { outcome throws(Refusal) in
      let handles = exchange.session.handles
      guard let definition = handles.definition(part.handle) else { throw Refusal(.unknownHandle) }
      do throws(Refusal) { try definition.collect(part.records) } catch {
        handles.remove(part.handle)
        throw error
      }
      try bindIfComplete(definition, part.handle, exchange, &outcome)
    }
  }

  private func bindIfComplete(
    _ definition: PatternDefinition, _ handle: Handle, _ exchange: Exchange, _ outcome: inout Outcome
  ) throws(Refusal) {
    guard let feedback = definition.feedback else { return }
    try bind(feedback, to: handle, for: definition.device, exchange, &outcome)
  }
}
