internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem

extension Server {
  /// Counts how long a play was on its way.
  func record(_ play: Request.Play, _ reply: VerdictReply) {
    let received = Instant(nanoseconds: reply.receivedNanoseconds)
    if let cause = play.causeNanoseconds { statistics.received.record(received - Instant(nanoseconds: cause)) }
    if let admitted = reply.admittedNanoseconds {
      statistics.admitted.record(Instant(nanoseconds: admitted) - received)
    }
  }

  /// The end of every request that has a verdict: counted, answered, shown, and remembered where somebody may ask why.
  func conclude(_ exchange: Exchange, _ reply: VerdictReply, _ matter: Matter = Matter()) {
    statistics.verdicts.count(reply.verdict)
    exchange.session.application.verdicts.count(reply.verdict)
    exchange.reply(.verdict(reply))
    let isKept = matter.play != nil || exchange.opcode == .stopEverything || !reply.verdict.isSuccess
    guard isKept || !watchers.isEmpty else { return }
    var observed = observed(exchange, reply, matter)
    if isKept {
      observed.number = chronicle.next
      chronicle.keep(observed)
    }
    show(.requests) { .observed(observed) }
  }

  private func observed(_ exchange: Exchange, _ reply: VerdictReply, _ matter: Matter) -> Observed {
    let session = exchange.session
    var feedback = matter.feedback
    var category = matter.category
    if let play = matter.play {
      let material = matter.material ?? material(of: play, session)
      feedback = material?.name ?? play.name
      category = category ?? play.category ?? material?.category
    }
    return Observed(
      opcode: exchange.opcode, verdict: reply.verdict, category: category, device: reply.device,
      processID: UInt32(clamping: session.credentials.processID), intensity: matter.play?.intensity ?? 0,
      causeNanoseconds: matter.play?.causeNanoseconds, receivedNanoseconds: reply.receivedNanoseconds,
      admittedNanoseconds: reply.admittedNanoseconds, writtenNanoseconds: reply.writtenNanoseconds,
      playback: reply.playback, feedback: feedback, applicationName: session.identity.name,
      identity: session.identity.source, felt: matter.felt, importance: importance(of: matter, session))
  }

  private func importance(of matter: Matter, _ session: Session) -> Observed.Importance {
    guard let play = matter.play, play.isImportant else { return .ordinary }
    return policy.mayBeImportant(session) ? .granted : .denied
  }

  private func material(of play: Request.Play, _ session: Session) -> Material? {
    switch play.subject {
    case .name(let name): policy.catalogue.material(named: name, allowingFallback: play.allowsFallback)
    case .handle(let handle): session.handles.prepared(handle)?.material
    }
  }
}

/// What a request was about, for those who look.
struct Matter {
  var play: Request.Play?
  var material: Material?
  var category: Category?
  var felt: UInt16 = 0
  /// Of requests that are no plays.
  var feedback = ShortName.empty

  init(_ play: Request.Play, _ admission: Policy.Admission?, felt: UInt16) {
    self.play = play
    self.felt = felt
    material = admission?.material
    category = admission?.category
  }

  init(feedback: ShortName = .empty) { self.feedback = feedback }
}

extension Request.Play {
  fileprivate var name: ShortName { if case .name(let name) = subject { name } else { .empty } }
}
