public import HapticPatterns
public import HapticProtocol
public import HapticSystem

// What plays can be changed while it does, by the number that its play was given.
//
// Each of these calls is one non-blocking send, or one for each parameter, and says whether it left. `at` is when it
// takes effect; nil, and a moment that has passed, is at once. A playback keeps `Limits.scheduledActions` that wait for
// their moment, and forgets them when it ends. One that has ended, or was never there, is left alone.

// MARK: - Transport

extension HapticClient {
  /// Stops a playback at a given moment.
  @discardableResult
  public func stop(_ playback: PlaybackID, at moment: Instant?) -> Bool { send(.stop, to: playback, at: moment) }

  /// Silences a playback and keeps its place. One that waits for its start stays silent when that comes.
  @discardableResult
  public func pause(_ playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    send(.pause, to: playback, at: moment)
  }

  /// Lets a playback go on from where it was paused.
  @discardableResult
  public func resume(_ playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    send(.resume, to: playback, at: moment)
  }

  /// Drops everything that is scheduled for a playback, and ends it.
  @discardableResult
  public func cancel(_ playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    send(.cancel, to: playback, at: moment)
  }

  /// Lets a playback go to a place in its pattern.
  ///
  /// - Parameter offset: from the pattern's start, in whole microseconds; below zero counts as zero. Beyond the end, the
  ///   playback ends or, if it loops, begins again.
  @discardableResult
  public func seek(_ playback: PlaybackID, to offset: Duration, at moment: Instant? = nil) -> Bool {
    send(.seek(to: offset), to: playback, at: moment)
  }

  /// Whether a playback begins again, from now on, whenever it reaches the loop's end.
  ///
  /// ```swift
  /// haptics.play(Haptic(knock, playback: ringing))
  /// haptics.loop(ringing, end: .seconds(2))         // knocks every two seconds ...
  /// haptics.loop(ringing, false, at: Instant.now + .seconds(30))
  /// ```
  ///
  /// - Parameter end: from the pattern's start, in whole microseconds; nil, and what is not above zero, is the pattern's
  ///   end.
  @discardableResult
  public func loop(
    _ playback: PlaybackID, _ isLooping: Bool = true, end: Duration? = nil, at moment: Instant? = nil
  ) -> Bool {
    send(.loop(isLooping, end: end), to: playback, at: moment)
  }

  /// Sets how fast a playback's time goes: 2 is twice as fast.
  ///
  /// - Parameter rate: clamped to `Limits.rates`; what is not a number is 1.
  @discardableResult
  public func setRate(_ rate: Double, of playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    let allowed = Limits.rates
    let clamped = rate.isNaN ? 1 : Swift.min(Swift.max(rate, allowed.lowerBound), allowed.upperBound)
    return send(.rate(clamped), to: playback, at: moment)
  }

  /// Whether nothing is felt of a playback, while its time goes on.
  @discardableResult
  public func setMuted(_ playback: PlaybackID, _ isMuted: Bool = true, at moment: Instant? = nil) -> Bool {
    send(.mute(isMuted), to: playback, at: moment)
  }

  /// Steers one playback of this client, and waits for the verdict: `done`, `unknownPlayback`, or `limit` where too much
  /// is scheduled for it already.
  public func steer(
    _ playback: PlaybackID, _ action: Request.Transport.Action, at moment: Instant? = nil, timeout: Duration
  ) throws(ClientError) -> VerdictReply {
    try verdict(on: .transport(Request.Transport(playback, action, at: moment)), timeout)
  }

  private func send(_ action: Request.Transport.Action, to playback: PlaybackID, at moment: Instant?) -> Bool {
    core.fire(.transport(Request.Transport(playback, action, at: moment)))
  }
}

// MARK: - Controls

extension HapticClient {
  /// Turns controls of a playback. A value holds until another is sent, or until the pattern's own next parameter or
  /// curve of that control. Intensity only attenuates.
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
  ///   - parameters: their times count from `moment`. Those of sound are left to the application.
  ///   - moment: nil is now.
  /// - Returns: whether all of them were sent.
  @discardableResult
  public func send(_ parameters: [DynamicParameter], to playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    parameters.allSatisfy { parameter in
      let points = [ParameterCurve.Point(at: .zero, parameter.value)]
      return modulate(playback, parameter.control, points, at: moment.advanced(by: parameter.time))
    }
  }

  /// Lets a control of a playback follow a curve, whose last value holds as that of a parameter does.
  ///
  /// ```swift
  /// // Fades out within half a second.
  /// let fade = ParameterCurve(.intensity, [.init(at: .zero, 1), .init(at: .milliseconds(500), 0)])
  /// haptics.schedule(fade, for: running)
  /// haptics.stop(running, at: Instant.now + .milliseconds(500))
  /// ```
  ///
  /// - Parameters:
  ///   - curve: its start counts from `moment`. One without points, or of sound, changes nothing. One of more than
  ///     `Limits.modulationPoints` travels as several, each of which counts as one scheduled action.
  ///   - moment: nil is now.
  /// - Returns: whether all of it was sent.
  @discardableResult
  public func schedule(_ curve: ParameterCurve, for playback: PlaybackID, at moment: Instant? = nil) -> Bool {
    let start = moment.advanced(by: curve.time)
    if curve.points.count <= Limits.modulationPoints {
      return curve.points.isEmpty || modulate(playback, curve.control, curve.points, at: start)
    }
    // The pieces are given moments of their own, so that the first one's must not be past.
    let now = Instant.now
    let begin = Swift.max(start ?? now, now)
    return curve.pieces(of: Limits.modulationPoints).allSatisfy { piece in
      modulate(playback, curve.control, piece.points, at: begin + piece.time)
    }
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
  /// Later by this much; nil, which is now, stays nil where that is nothing.
  fileprivate func advanced(by duration: Duration) -> Instant? {
    duration == .zero ? self : (self ?? .now) + duration
  }
}

extension ParameterCurve {
  /// The curve cut into pieces of so many points at most. Each begins with the last point of the one before, so that
  /// together they are the same lines.
  fileprivate func pieces(of size: Int) -> [(time: Duration, points: [Point])] {
    stride(from: 0, to: points.count - 1, by: size - 1).map { first in
      let piece = points[first..<Swift.min(first + size, points.count)]
      // The first piece starts with the curve: until its first point, that point's value holds.
      let start = first == 0 ? .zero : points[first].time
      return (start, piece.map { Point(at: $0.time - start, $0.value) })
    }
  }
}
