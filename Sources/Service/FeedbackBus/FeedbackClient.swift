internal import EventLoop
internal import FeedbackdThemes
internal import HapticPatterns
internal import HapticPreferences
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem

/// A program on the bus with one application that it names, as a client of the server.
final class FeedbackClient {
  /// The unique name of the program on the bus.
  let sender: String
  private let connection: FeedbackConnection
  /// The client of the server; nil after its end.
  private(set) var direct: DirectClient?
  /// The ends of playbacks that are not handled yet.
  private var finished: [Finished] = []
  private lazy var handling = context.scheduler.makeAlarm(.normal) { [unowned self] _ in handleServer() }
  private var vibration: (number: PlaybackID, events: [Event])?
  /// The number of its running events; `FeedbackConnection` counts them.
  var eventCount = 0
  /// Called after its end by the server, which had to make room for another client. May release this object.
  var onEnd: ((FeedbackClient) -> Void)?

  /// - Returns: nil if a limit on connections is reached.
  init?(
    sender: String, for application: ShortName, _ credentials: PeerCredentials, _ identity: Identity,
    on connection: FeedbackConnection
  ) {
    self.sender = sender
    self.connection = connection
    // The server is at work: it cannot be called before the next turn of the loop.
    direct = DirectClient(of: context.server, credentials, as: identity, claiming: application) {
      [unowned self] event in
      guard case .finished(let end) = event else { return }
      finished.append(end)
      handling.arm(at: context.scheduler.now)
    } onEnd: { [unowned self] in
      handling.arm(at: context.scheduler.now)
    }
    if direct == nil { return nil }
  }

  var context: FeedbackContext { connection.context }
  var isConnected: Bool { direct?.isConnected ?? false }
  var isIdle: Bool { vibration == nil && eventCount == 0 }

  /// Ends all its playbacks without informing the program.
  func leave() {
    onEnd = nil
    for event in connection.allEvents where event.client === self { connection.remove(event) }
    direct = nil
  }

  /// Ends all its events, and informs the program.
  func end() {
    for event in connection.allEvents where event.client === self { event.end(.explicit) }
    leave()
  }

  // MARK: Requests

  /// - Parameter device: the requested device, or nil if the locality decides.
  func play(
    _ pattern: Pattern, _ category: Category, as number: PlaybackID, on device: DeviceID?, isImportant: Bool,
    _ timing: Request.Play.Timing
  ) -> Verdict? {
    define(pattern, category, as: Self.eventHandle)
      ?? direct?.verdict(
        .play(
          .init(.handle(Self.eventHandle), playback: number, device: device, isImportant: isImportant, timing: timing)))
  }

  var level: FeedbackLevel {
    switch direct?.profile {
    case .full: .full
    case .quiet: .quiet
    case .silent, nil: .silent
    }
  }

  /// Whether its events, including a new one, are within the limit.
  var hasRoom: Bool { eventCount <= Limits.playbacks }

  /// Removes an event and informs the program of its end.
  func report(_ event: FeedbackEvent, _ reason: FeedbackEnd) {
    connection.remove(event)
    connection.emitEnd(of: event.id, reason, to: sender)
  }

  private func handleServer() {
    handleFinished()
    guard !isConnected else { return }
    let onEnd = onEnd
    end()
    onEnd?(self)
  }

  private func handleFinished() {
    let ends = finished
    finished = []
    for end in ends {
      // On several motors, it ends at different times.
      if end.playback == vibration?.number, direct?.isPlaying(end.playback) != true { vibration = nil }
      if let event = connection[end.playback.rawValue], event.client === self { event.noteFinished(end.reason) }
    }
  }

  // MARK: Vibration

  /// Plays a pattern instead of the former one of this client; an empty one only ends that.
  ///
  /// - Returns: whether the pattern plays.
  func vibrate(_ pattern: VibrationPattern) -> Bool {
    let former = vibration
    vibration = nil
    defer { if let former, former.number != vibration?.number { direct?.stop(former.number) } }
    guard !pattern.events.isEmpty, let number = PlaybackID(rawValue: connection.unusedID()) else { return true }
    let verdict = start(pattern, as: number)
    if verdict == .played { vibration = (number, pattern.events) }
    // The same pattern has started within the duplicate window, so the user feels it.
    if verdict == .coalesced, former?.events == pattern.events { vibration = former }
    let isFelt = verdict == .played || verdict == .coalesced
    if !isFelt {
      context.log.aboutClients.info(
        "\(direct?.description ?? sender): Vibrate is refused: \(verdict?.name ?? "disconnected")")
    }
    return isFelt
  }

  private func start(_ pattern: VibrationPattern, as number: PlaybackID) -> Verdict? {
    define(Pattern(pattern.events), pattern.category, as: Self.vibrationHandle)
      ?? direct?.verdict(
        .play(
          .init(
            .handle(Self.vibrationHandle), playback: number,
            intensity: UInt16(pattern.strength.rawValue * 65535))))
  }

  private static let vibrationHandle = Handle(rawValue: 1)!
  private static let eventHandle = Handle(rawValue: 2)!

  /// Defines a pattern under one of its handles. A playback of the former one continues.
  ///
  /// - Returns: the verdict of a failure; nil for success.
  private func define(_ pattern: Pattern, _ category: Category, as handle: Handle) -> Verdict? {
    for request in Definition(of: pattern, handle: handle, category: category) {
      let verdict = direct?.verdict(request)
      // Without a device, the handle is valid; the play gives the verdict.
      guard verdict == .done || verdict == .noActuator || verdict == .deviceOff else { return verdict ?? .unsupported }
    }
    return nil
  }
}
