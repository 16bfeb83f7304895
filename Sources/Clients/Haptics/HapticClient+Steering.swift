public import HapticPatterns
public import HapticProtocol
public import HapticSystem

// Changes of active playbacks, by the number in their play.
//
// Each call is one non-blocking send, or one for each parameter, and returns whether the request was sent. `at` is
// the time at which it takes effect; nil or a time in the past means at once. A playback keeps up to
// `Limits.scheduledActions` scheduled actions and drops them at its end. An action has no effect on a playback that
// has ended or does not exist. Without a connection there are no playbacks: nothing is sent, and the client does not
// connect.

// MARK: - Transport

extension HapticClient {
  /// A change of an active playback, for `steer(_:_:at:timeout:)`.
  public typealias Action = Request.Transport.Action

  /// Stops a playback at a given time.
  @discardableResult
  public func stop(_ playback: PlaybackID, at moment: Instant?) -> Bool { perform(.stop, on: playback, at: moment) }

  /// Pauses a playback and keeps its position. A playback that waits for its start stays paused after the start.
  @discardableResult
  public func pause(_ playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    perform(.pause, on: playback, at: moment)
  }

  /// Resumes a playback at its position.
  @discardableResult
  public func resume(_ playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    perform(.resume, on: playback, at: moment)
  }

  /// Drops all scheduled actions of a playback and ends it.
  @discardableResult
  public func cancel(_ playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    perform(.cancel, on: playback, at: moment)
  }

  /// Moves a playback to a position in its pattern.
  ///
  /// - Parameter offset: the time from the start of the pattern, in whole microseconds. Negative values count as
  ///   zero. At or beyond the end of its loop, a looping playback moves to the start, which is not one of the returns.
  ///   At or beyond the end of the pattern, any other one ends.
  @discardableResult
  public func seek(_ playback: PlaybackID, to offset: Duration, at moment: Instant? = nil) -> Bool {
    perform(.seek(to: offset), on: playback, at: moment)
  }

  /// Sets the loop of a playback. `Haptic.loop` sets it from the start on.
  ///
  /// ```swift
  /// haptics.loop(ringing, Loop(end: .seconds(1)))   // from now on every second ...
  /// haptics.loop(ringing, nil, at: Instant.now + .seconds(20))
  /// ```
  ///
  /// - Parameter loop: the loop from now on. If the playback is beyond the end of the loop, the first return to the
  ///   start is at once. Nil ends the loop: the playback continues to the end of the pattern.
  @discardableResult
  public func loop(_ playback: PlaybackID, _ loop: Loop? = Loop(), at moment: Instant? = nil) -> Bool {
    perform(.loop(loop), on: playback, at: moment)
  }

  /// Sets the playback rate: 2 is twice as fast.
  ///
  /// - Parameter rate: a factor, clamped to 0.1...10; NaN counts as 1.
  @discardableResult
  public func setRate(_ rate: Double, of playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    let allowed = Limits.rates
    let clamped = rate.isNaN ? 1 : Swift.min(Swift.max(rate, allowed.lowerBound), allowed.upperBound)
    return perform(.rate(clamped), on: playback, at: moment)
  }

  /// Mutes or unmutes a playback. The time of a muted playback continues.
  @discardableResult
  public func setMuted(_ playback: PlaybackID, _ isMuted: Bool = true, at moment: Instant? = nil) -> Bool {
    perform(.mute(isMuted), on: playback, at: moment)
  }

  /// Sends an action for a playback; returns whether it was sent.
  package func perform(_ action: Action, on playback: PlaybackID, at moment: Instant?) -> Bool {
    core.fire(.transport(Request.Transport(playback, action, at: moment)))
  }

  // MARK: Controls

  /// Sets controls of a playback. A value holds until the next one, or until the pattern's own next parameter or
  /// curve of that control. Intensity can only attenuate.
  ///
  /// ```swift
  /// let hum = haptics.define([Event(.continuous(duration: Event.endless), intensity: 1, sharpness: 0.2)])
  /// let running = haptics.newPlayback()
  /// haptics.play(Haptic(hum, playback: running))
  /// haptics.send([DynamicParameter(.intensity, 0.4), DynamicParameter(.sharpness, 0.5)], to: running)
  /// haptics.stop(running)
  /// ```
  ///
  /// - Parameters:
  ///   - parameters: the parameters, with times relative to `moment`. Those of sound are ignored.
  ///   - moment: the time at which they take effect; nil means now.
  /// - Returns: whether all of them were sent.
  @discardableResult
  public func send(_ parameters: [DynamicParameter], to playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    parameters.allSatisfy { parameter in
      let points = [ParameterCurve.Point(at: .zero, parameter.value)]
      return modulate(playback, parameter.control, points, at: moment.advanced(by: parameter.time))
    }
  }

  /// Schedules a curve for a control of a playback. The last value holds as that of a parameter does.
  ///
  /// ```swift
  /// // Fades out within half a second.
  /// let fade = ParameterCurve(.intensity, [.init(at: .zero, 1), .init(at: .milliseconds(500), 0)])
  /// haptics.schedule(fade, for: running)
  /// haptics.stop(running, at: Instant.now + .milliseconds(500))
  /// ```
  ///
  /// - Parameters:
  ///   - curve: the curve, with a start relative to `moment`. A curve without points or of sound has no effect. A
  ///   curve with more than 500 points is sent in pieces; each is one scheduled action.
  ///   - moment: the time at which it starts; nil means now.
  /// - Returns: whether all of it was sent.
  @discardableResult
  public func schedule(_ curve: ParameterCurve, for playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    unsentPart(of: curve, for: playback, at: moment) == nil
  }

  /// Sends a curve as `schedule(_:for:at:)` does.
  ///
  /// - Returns: the pieces that were not sent, as a curve with its start; nil if all of it was sent.
  package func unsentPart(
    of curve: ParameterCurve, for playback: PlaybackID, at moment: Instant?
  ) -> (curve: ParameterCurve, moment: Instant?)? {
    let start = moment.advanced(by: curve.time)
    if curve.points.count <= Limits.modulationPoints {
      let isSent = curve.points.isEmpty || modulate(playback, curve.control, curve.points, at: start)
      return isSent ? nil : (curve, moment)
    }
    // The pieces have separate start times, so the first one must not be in the past.
    let now = Instant.now
    let begin = Swift.max(start ?? now, now)
    let pieces = curve.pieces(of: Limits.modulationPoints)
    let unsent = pieces.first { !modulate(playback, curve.control, $0.points, at: begin + $0.time) }
    guard let unsent, unsent.first > 0 else { return unsent.map { _ in (curve, moment) } }
    let rest = curve.points[unsent.first...].map { ParameterCurve.Point(at: $0.time - unsent.time, $0.value) }
    return (ParameterCurve(curve.control, rest), begin + unsent.time)
  }

  private func modulate(
    _ playback: PlaybackID, _ control: Control, _ points: [ParameterCurve.Point], at moment: Instant?
  ) -> Bool {
    if !control.isHaptic { return true }
    return core.fire(
      .modulate(Request.Modulate(playback, control, atNanoseconds: moment?.nanoseconds, points: points)))
  }
}

extension Request.Transport {
  init(_ playback: PlaybackID, _ action: Action, at moment: Instant?) {
    self.init(playback, action, atNanoseconds: moment?.nanoseconds)
  }
}

extension Instant? {
  /// Adds a duration. Nil means now; with a duration of zero it stays nil.
  fileprivate func advanced(by duration: Duration) -> Instant? {
    duration == .zero ? self : (self ?? .now) + duration
  }
}

extension ParameterCurve {
  /// Splits the curve into pieces of at most `size` points. Each piece begins with the last point of the previous
  /// one, so that the lines are the same.
  fileprivate func pieces(of size: Int) -> [(first: Int, time: Duration, points: [Point])] {
    stride(from: 0, to: points.count - 1, by: size - 1).map { first in
      let piece = points[first..<Swift.min(first + size, points.count)]
      // The first piece starts with the curve: the first point's value holds until that point.
      let start = first == 0 ? .zero : points[first].time
      return (first, start, piece.map { Point(at: $0.time - start, $0.value) })
    }
  }
}
