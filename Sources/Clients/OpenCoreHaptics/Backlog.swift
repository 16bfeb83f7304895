internal import HapticProtocol
internal import Haptics

/// A change of one playback.
struct Command: Sendable {
  enum Change: Sendable {
    case action(HapticClient.Action)
    case parameter(DynamicParameter)
    case curve(ParameterCurve)
  }

  let change: Change
  /// The time at which it takes effect; nil for at once.
  var moment: Instant?

  /// Whether it concerns a control.
  var isControl: Bool { if case .action = change { false } else { true } }

  /// Whether a playback that waits for its start receives this action after its play. The play itself has the position, the
  /// loop and the rate, and is not sent after a stop.
  var followsPlay: Bool {
    switch change {
    case .action(.pause), .action(.resume): true
    case .action(.stop): moment != nil
    default: false
    }
  }

  /// The number of actions that the daemon may have to schedule for it.
  var places: Int {
    guard case .curve(let curve) = change else { return 1 }
    // Pieces share a point.
    return max(1, (curve.points.count + Limits.modulationPoints - 3) / (Limits.modulationPoints - 1))
  }

  /// The same for a playback that is silent until its start: at once, a position or a loop would end the silence, and
  /// those of the start would replace it.
  func afterSilence(until start: Instant?) -> Command {
    guard moment == nil, let start, start > .now else { return self }
    switch change {
    case .action(.seek), .action(.loop): return Command(change: change, moment: start)
    default: return self
    }
  }

  /// The part of the playback's state that the command sets at once; nil for a command that takes effect later or
  /// gradually.
  fileprivate var target: Target? {
    if moment != nil { return nil }
    switch change {
    case .action(let action): return Target(action)
    case .parameter(let parameter): return parameter.time == .zero ? .control(parameter.control) : nil
    case .curve: return nil
    }
  }

  fileprivate enum Target: Equatable {
    case end, pause, position, loop, rate, muting
    case control(Control)

    init(_ action: HapticClient.Action) {
      switch action {
      case .stop, .cancel: self = .end
      case .pause, .resume: self = .pause
      case .seek: self = .position
      case .loop: self = .loop
      case .rate: self = .rate
      case .mute: self = .muting
      }
    }
  }
}

// Commands that wait are not sent one after the other later, because the application may produce them faster than the
// daemon reads, such as a parameter in each frame: of those that set the same state at once, only the last one is kept.

extension [Command] {
  /// Appends a command and drops those that it replaces. Keeps the last parameters and curves, as many as a playback can
  /// have.
  mutating func add(_ command: Command) {
    if let target = command.target { removeAll { target == .end || $0.target == target } }
    append(command)
    guard command.isControl, count(where: \.isControl) > Limits.scheduledActions else { return }
    if let first = firstIndex(where: \.isControl) { remove(at: first) }
  }
}

/// Receives the end of a stop of all playbacks, and whether the connection was lost before the daemon's answer.
typealias StopReport = @Sendable (_ isLost: Bool) -> Void

/// The commands that wait for room in the socket.
struct Backlog: Sendable {
  enum Item: Sendable {
    case stopAll(StopReport)
    case change(PlaybackID, Command)
  }

  private var stops: [StopReport] = []
  private var commands: [PlaybackID: [Command]] = [:]
  /// The time since which commands wait; nil if none wait.
  private(set) var since: Instant?
  /// Whether another attempt is scheduled.
  var isScheduled = false

  var isEmpty: Bool { since == nil }

  mutating func add(_ item: Item, at now: Instant) {
    since = since ?? now
    switch item {
    case .stopAll(let report):
      // Plays wait for the backlog, so that all commands in it are about playbacks that this stop ends.
      commands = [:]
      stops.append(report)
    case .change(let playback, let command): commands[playback, default: []].add(command)
    }
  }

  /// Sends commands until the socket is full.
  ///
  /// - Parameter send: returns the part of a command that was not sent; nil if all of it was sent.
  /// - Returns: whether all are sent.
  mutating func flush(_ send: (Item) -> Item?) -> Bool {
    while let report = stops.first {
      if send(.stopAll(report)) != nil { return false }
      stops.removeFirst()
    }
    for playback in Array(commands.keys) {
      while let command = commands[playback]?.first {
        if case .change(_, let unsent)? = send(.change(playback, command)) {
          commands[playback]?[0] = unsent
          return false
        }
        commands[playback]?.removeFirst()
      }
      commands[playback] = nil
    }
    since = nil
    return true
  }

  /// Drops all commands.
  ///
  /// - Returns: the reports of the stops, to be called outside of the lock.
  mutating func removeAll() -> [StopReport] {
    defer { (stops, commands, since) = ([], [:], nil) }
    return stops
  }
}
