internal import Foundation
internal import HapticPatterns
internal import HapticProtocol
internal import Haptics
internal import Synchronization

// Commands for the current playback. Each is one packet, without waiting.

extension PatternPlayer {
  func stop(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change(
      { playback in core.sendReliably { $0.stop(playback, at: moment) } }, time: { $0.stop(at: moment ?? .now) })
  }

  func cancel() throws {
    state.withLock { $0.forgetPending() }
    change({ playback in core.sendReliably { $0.cancel(playback) } }, time: { $0.stop(at: .now) })
  }

  // MARK: Position

  func pause(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change({ core.client.pause($0, at: moment) }, time: { $0.pause(at: moment ?? .now) })
  }

  func resume(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change({ core.client.resume($0, at: moment) }, time: { $0.resume(at: moment ?? .now) })
  }

  func seek(toOffset offsetTime: TimeInterval) throws {
    guard offsetTime >= 0 else {
      throw CHHapticError(.invalidTime, "\(offsetTime) s is not a position; expected 0 or more")
    }
    let offset = Duration.ofPattern(offsetTime)
    let isPlaying = change({ core.client.seek($0, to: offset) }, time: { $0.seek(to: offset, at: .now) })
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
    change({ core.client.loop($0, loop) }, time: { $0.setLoopEnd(loop.map { $0.end ?? duration }, at: .now) })
  }

  var playbackRate: Float {
    get { state.withLock { $0.rate } }
    set {
      guard newValue > 0 else { return }
      let allowed = Float(Limits.rates.lowerBound)...Float(Limits.rates.upperBound)
      let rate = min(max(newValue, allowed.lowerBound), allowed.upperBound)
      state.withLock { $0.rate = rate }
      change({ core.client.setRate(Double(rate), of: $0) }, time: { $0.setRate(Double(rate), at: .now) })
    }
  }

  // MARK: Parameters

  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    let checked = try parameters.compactMap { try $0.checkedCopy().parameter }
    let isSent = change { core.client.send(checked, to: $0, at: moment) }
    if !isSent { state.withLock { $0.parameters += checked } }
  }

  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    let copy = try parameterCurve.checkedCopy()
    copy.relativeTime = 0
    guard let curve = copy.curve else { return }
    let isSent = change { core.client.schedule(curve, for: $0, at: moment) }
    if !isSent { state.withLock { $0.curves.append(curve) } }
  }

  // MARK: The current playback

  /// Sends a command for the current playback, and changes its expected time.
  ///
  /// - Returns: whether there is a current playback that does not wait for a far start.
  @discardableResult
  private func change(
    _ command: (PlaybackID) -> Void, time: (inout SilentPlayback) -> Void = { _ in }
  ) -> Bool {
    state.withLock { state in
      guard let playback = state.playback, var changed = state.time else { return false }
      time(&changed)
      state.time = changed
      if state.stage == .sent { command(playback) } else { awaitEnd(of: playback, &state) }
      return state.stage != .waiting
    }
  }
}
