package import HapticPatterns
package import HapticPreferences
package import HapticProtocol
package import HapticSystem

/// A client in this process that stands for another program, such as one on a message bus. It has the limits, the
/// settings and the history of a client behind a socket. Its release ends its playbacks.
package final class DirectClient {
  private let server: Server
  private let session: Session
  private let inbox: Inbox

  /// - Parameters:
  ///   - credentials: the process of the program.
  ///   - identity: the application by a source other than the program itself.
  ///   - name: the name of the application by the program's own words. It counts if there is no other; otherwise its
  ///     settings apply in addition to those of the verified application.
  ///   - onEvent: called within the server's work. It must not call the server.
  ///   - onEnd: called in the same way after the server has ended it to make room for another client.
  /// - Returns: nil if a limit on connections is reached.
  package init?(
    of server: Server, _ credentials: PeerCredentials, as identity: Identity, claiming name: ShortName,
    onEvent: @escaping (DaemonEvent) -> Void, onEnd: @escaping () -> Void = {}
  ) {
    let inbox = Inbox(onEvent, onEnd)
    guard
      let number = try? server.sessions.connect(
        .direct({ inbox.take($0) }, onEnd: { inbox.onEnd?() }), Peer(identity, credentials, playingFor: name), loop: nil
      ),
      let session = server.sessions[number]
    else { return nil }
    session.version = Limits.version
    self.server = server
    self.session = session
    self.inbox = inbox
  }

  deinit {
    inbox.onEnd = nil
    session.close("left")
  }

  /// Whether the server still serves it. A client may have to make room for another one.
  package var isConnected: Bool { !session.isClosing }

  /// Whether it is one of the user's own programs outside any sandbox, or one of root's.
  package var isOwn: Bool { server.isTool(session) }

  /// The program in the form `phosh (pid 812)`, for the log.
  package var description: String { session.peer.description }

  /// Serves a request.
  ///
  /// - Returns: the reply; nil if the client is no longer connected.
  package func request(_ request: Request) -> Reply? {
    inbox.reply = nil
    server.serve(RequestPacket(serial: 1, request), from: session)
    return inbox.reply
  }

  package func verdict(_ request: Request) -> Verdict? {
    if case .verdict(let reply) = self.request(request) { reply.verdict } else { nil }
  }

  /// Stops a playback of this client. Does nothing if it has ended, which is not a mistake of a program on the bus.
  package func stop(_ playback: PlaybackID) { if isPlaying(playback) { _ = request(.stop(playback)) } }

  /// Whether a playback runs, or waits for its start, on any device.
  package func isPlaying(_ playback: PlaybackID) -> Bool {
    server.devices.players.contains { isPlaying(playback, on: $0) }
  }

  /// The devices that take part in a new play and do not have this playback.
  package func devices(without playback: PlaybackID) -> [DeviceID] {
    let locality = server.policy.locality(for: session)
    guard let route = try? server.devices.route(to: nil, locality, at: server.scheduler.now) else { return [] }
    return ([route.first] + route.others).filter { !isPlaying(playback, on: $0) }.map(\.device.id)
  }

  private func isPlaying(_ playback: PlaybackID, on player: Player) -> Bool {
    player.playbacks.contains { $0.request.owner === session && $0.request.number == playback.rawValue }
  }

  /// Records a play that was refused before it reached the server's policy.
  package func decline(_ feedback: ShortName, as verdict: Verdict) {
    server.recorder.conclude(exchange, Outcome(verdict: verdict), feedback: feedback)
  }

  /// A play that the server does not serve.
  private var exchange: Exchange {
    Exchange(session: session, serial: 0, opcode: .play, received: server.scheduler.now)
  }

  // MARK: Sounds and lights

  /// Whether the vocabulary has a feedback of this name.
  ///
  /// - Parameter allowingFallback: whether a shorter name may replace it.
  package func knows(_ feedback: ShortName, allowingFallback: Bool) -> Bool {
    server.policy.catalogue.feedback(named: feedback, allowingFallback: allowingFallback) != nil
  }

  /// The category of a feedback of the vocabulary; nil if there is none.
  package func category(of feedback: ShortName) -> Category? {
    server.policy.catalogue.feedback(named: feedback, allowingFallback: true)?.category
  }

  /// Whether the user permits this client to play important feedback.
  package var mayBeImportant: Bool { server.policy.mayBeImportant(session) }

  /// The profile for this client: the general one, or its own if that has less feedback.
  package var profile: Profile {
    min(server.policy.preferences.profile, session.preferences.profile)
  }

  /// The verdict by which the circumstances refuse a sound or a light for an event; nil if they permit it. Profiles and
  /// settings of haptics do not count.
  package func objection(to category: Category, isImportant: Bool) -> Verdict? {
    server.policy.objectionOfCircumstances(to: category, of: session, isImportant: isImportant)
  }

  /// Counts a sound or a light within the rate limit of the application.
  ///
  /// - Returns: false if there are too many.
  package func takeCue() -> Bool { session.application.takeCue(at: server.scheduler.now) }

  /// The owner of its sounds and lights.
  package var owner: ResourceOwner { session.application.key }

  /// Records the sound or the light of an event.
  package func note(_ medium: Observed.Medium, of feedback: ShortName, _ verdict: Verdict) {
    server.recorder.note(medium, exchange, verdict, feedback: feedback)
  }

  /// Keeps the reply to the request at hand, and passes events on.
  private final class Inbox {
    var reply: Reply?
    var onEnd: (() -> Void)?
    private let onEvent: (DaemonEvent) -> Void

    init(_ onEvent: @escaping (DaemonEvent) -> Void, _ onEnd: @escaping () -> Void) {
      self.onEvent = onEvent
      self.onEnd = onEnd
    }

    func take(_ packet: DaemonPacket) {
      switch packet {
      case .reply(_, let reply): self.reply = reply
      case .event(let event): onEvent(event)
      }
    }
  }
}
