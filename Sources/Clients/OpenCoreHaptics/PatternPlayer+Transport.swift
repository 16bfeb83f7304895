internal import Foundation
internal import HapticPatterns
internal import HapticProtocol
internal import Haptics
internal import Synchronization

// Commands for the current playback. Each is one packet, without waiting.

extension PatternPlayer {
  func stop(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change(time: { $0.stop(at: moment ?? .now) }) { playback in
      core.sendReliably { $0.stop(playback, at: moment) }
    }
  }

  func cancel() throws {
    state.withLock { $0.forgetPending() }
    change(time: { $0.stop(at: .now) }) { playback in
      core.sendReliably { $0.cancel(playback) }
    }
  }

  // MARK: Position

  func pause(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change(time: { $0.pause(at: moment ?? .now) }) { core.client.pause($0, at: moment) }
  }

  func resume(atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    change(time: { $0.resume(at: moment ?? .now) }) { core.client.resume($0, at: moment) }
  }

  func seek(toOffset offsetTime: TimeInterval) throws {
    guard offsetTime >= 0 else {
      throw CHHapticError(.invalidTime, "\(offsetTime) s is not a position; expected 0 or more")
    }
    let offset = Duration.ofPattern(offsetTime)
    let isPlaying = change(time: { $0.seek(to: offset, at: .now) }) { core.client.seek($0, to: offset) }
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
    change(time: { $0.setLoopEnd(loop.map { $0.end ?? duration }, at: .now) }) { core.client.loop($0, loop) }
  }

  var playbackRate: Float {
    get { state.withLock { $0.rate } }
    set {
      guard newValue > 0 else { return }
      let allowed = Float(Limits.rates.lowerBound)...Float(Limits.rates.upperBound)
      let rate = min(max(newValue, allowed.lowerBound), allowed.upperBound)
      state.withLock { $0.rate = rate }
      change(time: { $0.setRate(Double(rate), at: .now) }) { core.client.setRate(Double(rate), of: $0) }
    }
  }

  // MARK: Parameters

  func sendParameters(_ parameters: [CHHapticDynamicParameter], atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    var checked: [DynamicParameter] = []
    for parameter in parameters {
      if let valid = try PatternContent.ParameterContent(parameter).parameter { checked.append(valid) }
    }
    let isSent = change { core.client.send(checked, to: $0, at: moment) }
    if !isSent { state.withLock { $0.parameters += checked } }
  }

  func scheduleParameterCurve(_ parameterCurve: CHHapticParameterCurve, atTime time: TimeInterval) throws {
    let moment = try EngineCore.instant(at: time)
    var content = try PatternContent.CurveContent(parameterCurve)
    content.time = 0
    guard let curve = content.curve else { return }
    let isSent = change { core.client.schedule(curve, for: $0, at: moment) }
    if !isSent { state.withLock { $0.curves.append(curve) } }
  }

  // MARK: The current playback

  /// Sends a command for the current playback, and changes its expected time.
  ///
  /// - Returns: whether there is a current playback that does not wait for a far start.
  @discardableResult
  private func change(
    time: (inout SilentPlayback) -> Void = { _ in }, _ command: (PlaybackID) -> Void
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
