internal import Foundation
internal import HapticProtocol
internal import Haptics
internal import Synchronization

// Commands for the current playback. None waits.

extension PatternPlayer {
  func stop(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change(.stop, at: moment) { $0.stop(at: moment ?? .now) }
  }

  func cancel() throws {
    state.withLock { $0.forgetPending() }
    change(.cancel) { $0.stop(at: .now) }
  }

  // MARK: Position

  func pause(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change(.pause, at: moment) { $0.pause(at: moment ?? .now) }
  }

  func resume(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change(.resume, at: moment) { $0.resume(at: moment ?? .now) }
  }

  func seek(toOffset offsetTime: TimeInterval) throws {
    guard offsetTime >= 0 else {
      throw CHHapticError(.invalidTime, "\(offsetTime) s is not a position; expected 0 or more")
    }
    let offset = Duration.ofPattern(offsetTime)
    let isPlaying = change(.seek(to: offset)) { $0.seek(to: offset, at: .now) }
    if !isPlaying { state.withLock { $0.offset = offset } }
  }

  // MARK: Loop and rate

  var loopEnabled: Bool {
    get { state.withLock { $0.loopEnabled } }
    set {
      state.withLock { $0.loopEnabled = newValue }
      applyLoop()
    }
  }

  var loopEnd: TimeInterval {
    get { state.withLock { $0.loopEnd } }
    set {
      state.withLock { $0.loopEnd = newValue > 0 ? newValue : 0 }
      applyLoop()
    }
  }

  private func applyLoop() {
    let loop = state.withLock { $0.loop }
    let duration = pattern.duration
    change(.loop(loop)) { $0.setLoopEnd(loop.map { $0.end ?? duration }, at: .now) }
  }

  var playbackRate: Float {
    get { state.withLock { $0.rate } }
    set {
      guard newValue > 0 else { return }
      let allowed = Float(Limits.rates.lowerBound)...Float(Limits.rates.upperBound)
      let rate = min(max(newValue, allowed.lowerBound), allowed.upperBound)
      state.withLock { $0.rate = rate }
      change(.rate(Double(rate))) { $0.setRate(Double(rate), at: .now) }
    }
  }

  // MARK: Parameters

  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    let checked = try parameters.compactMap { try $0.checkedCopy().parameter }
    guard checked.count <= Limits.scheduledActions else {
      throw CHHapticError(
        .resourceNotAvailable,
        "at most \(Limits.scheduledActions) parameters wait for their time; use a curve for more")
    }
    for parameter in checked { control(.parameter(parameter), at: moment) }
  }

  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    let copy = try parameterCurve.checkedCopy()
    copy.relativeTime = 0
    if let curve = copy.curve { control(.curve(curve), at: moment) }
  }

  /// Changes a control of the current playback, or of the next start.
  private func control(_ change: Command.Change, at moment: Instant?) {
    let isSent = self.change(Command(change: change, moment: moment)) { _ in }
    if !isSent { state.withLock { $0.pending.add(Command(change: change)) } }
  }

  // MARK: The current playback

  @discardableResult
  private func change(
    _ action: HapticClient.Action, at moment: Instant? = nil, time: (inout SilentPlayback) -> Void
  ) -> Bool {
    change(Command(change: .action(action), moment: moment), time: time)
  }

  /// Sends a command for the current playback, and changes its expected time.
  ///
  /// - Returns: whether there is a current playback that does not wait for its start.
  private func change(_ command: Command, time: (inout SilentPlayback) -> Void) -> Bool {
    state.withLock { state in
      guard let playback = state.playback, var changed = state.time else { return false }
      changed.advance(to: .now)
      time(&changed)
      state.time = changed
      if state.stage == .sent {
        core.change(playback, command.afterSilence(until: state.silentUntil))
        return true
      }
      awaitEnd(of: playback, &state)
      if state.stage != .waiting { return true }
      if command.followsPlay { state.pending.add(command) }
      return false
    }
  }
}
