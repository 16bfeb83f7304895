internal import Dispatch
internal import Foundation
internal import HapticProtocol
internal import Haptics
internal import Synchronization

/// Plays one pattern of an engine. Its transport is in `PatternPlayer+Transport.swift`.
final class PatternPlayer: NSObject, CHHapticAdvancedPatternPlayer, @unchecked Sendable {
  let core: EngineCore
  let pattern: Pattern
  /// The connection of the engine for which the player was made.
  let generation: Int
  /// The pattern in the daemon; nil if nothing of it is felt.
  private let definition: DefinedPattern?
  let state = Mutex(PlayerState())

  init(_ core: EngineCore, _ pattern: Pattern, _ definition: DefinedPattern?) {
    self.core = core
    self.pattern = pattern
    self.definition = definition
    generation = core.state.withLock { $0.generation }
  }

  // MARK: Starting

  func start(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    try state.withLock { state throws(CHHapticError) in
      let playback = try core.begin(self)
      if let old = state.playback {
        core.change(old, .stop)
        core.replace(old)
      }
      state.begin(playback, at: moment ?? .now, pattern.duration)
      // The daemon accepts plays up to a minute ahead.
      if let moment, moment > .now + Self.furthest {
        send(playback, at: moment, after: DispatchTime(moment - .seconds(30)))
      } else {
        send(playback, at: moment, &state)
      }
    }
  }

  private static let furthest = Duration.seconds(50)

  /// Sends the play later, unless it has ended by then.
  private func send(
    _ playback: PlaybackID, at moment: Instant?, after wake: DispatchTime, attempts: Int = PatternPlayer.attempts
  ) {
    core.queue.asyncAfter(deadline: wake) { [weak self] in
      self?.sendWaiting(playback, at: moment, attempts: attempts)
    }
  }

  /// Sends a play that has waited, unless it has ended by now.
  func sendWaiting(_ playback: PlaybackID, at moment: Instant?, attempts: Int = PatternPlayer.attempts) {
    state.withLock { state in
      guard state.playback == playback, state.stage == .waiting else { return }
      if let stop = state.time?.stop, stop <= .now { return }
      state.time?.wait(until: moment ?? .now)
      send(playback, at: moment, attempts: attempts, &state)
    }
  }

  /// A large pattern may still be on its way to the daemon, which takes a few of these attempts, 2 ms apart.
  private static let attempts = 500

  /// Sends the play. Muting, parameters and curves follow in packets of their own. A play that starts at once would be
  /// felt before them, so it begins in silence after the pattern, in a loop that is as long as possible, and the last
  /// packets bring it to its position.
  private func send(
    _ playback: PlaybackID, at moment: Instant?, attempts: Int = PatternPlayer.attempts, _ state: inout PlayerState
  ) {
    guard let prepared = definition?.prepared else { return continueSilently(playback, &state) }
    state.stage = .sent
    state.silentUntil = nil
    let isSilenced = isSilenced(state)
    // Whether the start needs no packets beside the play.
    let isPlain = state.pending.isEmpty && !isSilenced
    let waitsInSilence =
      !isPlain && (moment ?? .now) < .now + Self.settingsTime && max(state.offset, pattern.duration) < Self.silence
    var haptic = Haptic(prepared, at: moment, deadline: core.deadline, playback: playback)
    haptic.offset = waitsInSilence ? Self.silence : state.offset
    haptic.rate = Double(state.rate)
    haptic.loop = waitsInSilence ? Loop(end: Event.latest) : state.loop
    do throws(ClientError) {
      try core.play(haptic) {
        [weak self, queue = core.queue] result in
        queue.async { [weak self] in self?.conclude(playback, result) }
      }
    } catch {
      if case .busy = error, attempts > 0 {
        state.stage = .waiting
        return send(playback, at: moment, after: .now() + .milliseconds(2), attempts: attempts - 1)
      }
      // The engine learns of a lost connection by an event.
      return continueSilently(playback, &state)
    }
    defer { state.forgetPending() }
    if isPlain { return }
    if isSilenced { core.change(playback, .mute(true)) }
    if waitsInSilence { state.silentUntil = moment }
    // After many controls, the daemon would have no place for the position and the loop.
    let isFull = moment != nil && state.pending.map(\.places).reduce(2, +) > Limits.scheduledActions
    if waitsInSilence, isFull { leaveSilence(playback, at: moment, state) }
    for var command in state.pending {
      if command.isControl { command.moment = moment }
      core.change(playback, command)
    }
    if waitsInSilence, !isFull { leaveSilence(playback, at: moment, state) }
  }

  private func leaveSilence(_ playback: PlaybackID, at moment: Instant?, _ state: PlayerState) {
    core.change(playback, .seek(to: state.offset), at: moment)
    core.change(playback, .loop(state.loop), at: moment)
  }

  /// The time that the packets after a play need at most, and more than the rise time of any motor, by which the daemon
  /// starts it earlier.
  private static let settingsTime = Duration.milliseconds(500)
  /// A position with a minute of silence after it, six seconds at the highest rate.
  private static let silence = Event.latest - .seconds(60)

  // MARK: Ending

  /// Processes the verdict. A refused playback continues silently, as with haptics switched off on a phone.
  private func conclude(_ playback: PlaybackID, _ result: Result<VerdictReply, ClientError>) {
    switch result {
    case .success(let reply) where reply.verdict == .played: break
    case .success:
      state.withLock { state in
        if state.playback == playback { continueSilently(playback, &state) }
      }
    // The event of the loss may come later, and a completion handler may start the player before it.
    case .failure: core.lose(generation)
    }
  }

  /// Processes a stop of the engine, which the daemon carries out if it plays the playback.
  func noteStop(of playback: PlaybackID) {
    state.withLock { state in
      guard state.playback == playback else { return }
      state.time?.stop(at: .now)
      if state.stage != .sent { awaitEnd(of: playback, &state) }
    }
  }

  /// Processes the end of a playback. The engine calls this on its queue.
  func didEnd(_ playback: PlaybackID, _ error: CHHapticError?) {
    let handler = state.withLock { state -> Handler<CHHapticAdvancedPatternPlayerCompletionHandler>? in
      if state.playback != playback { return nil }
      state.end()
      return state.completionHandler
    }
    handler?.call(error)
  }

  // MARK: Silent playbacks

  private func continueSilently(_ playback: PlaybackID, _ state: inout PlayerState) {
    state.stage = .silent
    state.forgetPending()
    awaitEnd(of: playback, &state)
  }

  /// Schedules the end of a playback that the daemon does not play, again after each change.
  func awaitEnd(of playback: PlaybackID, _ state: inout PlayerState) {
    state.timeChanges += 1
    let change = state.timeChanges
    guard let end = state.time?.end else { return }
    core.queue.asyncAfter(deadline: DispatchTime(end)) { [weak self] in
      guard let self, self.state.withLock({ $0.isSilent(playback, since: change) }) else { return }
      core.end(playback, nil)
    }
  }

  // MARK: Muting

  var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set {
      state.withLock { state in
        state.isMuted = newValue
        applyMute(state)
      }
    }
  }

  /// Applies a change of the engine.
  func applyMute() { state.withLock { applyMute($0) } }

  private func applyMute(_ state: PlayerState) {
    if state.stage == .sent, let playback = state.playback {
      core.change(playback, .mute(isSilenced(state)))
    }
  }

  private func isSilenced(_ state: PlayerState) -> Bool {
    state.isMuted || core.state.withLock { $0.isMutedForHaptics || $0.playsAudioOnly }
  }

  // MARK: Completion

  var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler {
    get { state.withLock { $0.completionHandler }.call }
    set { state.replace(\.completionHandler, by: Handler(call: newValue)) }
  }
}

extension DispatchTime {
  init(_ instant: Instant) { self.init(uptimeNanoseconds: UInt64(max(instant.nanoseconds, 0))) }
}
