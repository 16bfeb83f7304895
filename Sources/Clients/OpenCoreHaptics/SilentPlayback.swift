internal import Haptics

/// The expected time of a playback. If the daemon does not play it, because the user has switched haptics off or because
/// nothing of it is felt, it ends when the haptics would end.
struct SilentPlayback: Sendable {
  private let duration: Duration
  private var loopEnd: Duration?
  private var rate: Double
  private var isPaused = false
  /// The position in the pattern at `anchor`.
  private var position: Duration
  private var anchor: Instant
  /// The time of a scheduled stop.
  private(set) var stop: Instant?

  init(from start: Instant, at position: Duration, rate: Double, duration: Duration, loopEnd: Duration?) {
    anchor = start
    self.position = position
    self.rate = rate
    self.duration = duration
    self.loopEnd = loopEnd
  }

  /// The end; nil while it is paused or loops, without a scheduled stop.
  var end: Instant? {
    if isPaused || loopEnd != nil { return stop }
    let end = anchor + max(duration - position, .zero) / rate
    return min(end, stop ?? end)
  }

  /// Delays a start that has not succeeded yet.
  mutating func wait(until start: Instant) { anchor = max(anchor, start) }

  mutating func stop(at moment: Instant) { stop = min(moment, stop ?? moment) }

  mutating func pause(at moment: Instant) {
    advance(to: moment)
    isPaused = true
  }

  mutating func resume(at moment: Instant) {
    advance(to: moment)
    isPaused = false
  }

  mutating func seek(to position: Duration, at moment: Instant) {
    (self.position, anchor) = (position, max(anchor, moment))
  }

  mutating func setRate(_ rate: Double, at moment: Instant) {
    advance(to: moment)
    self.rate = rate
  }

  mutating func setLoopEnd(_ loopEnd: Duration?, at moment: Instant) {
    advance(to: moment)
    self.loopEnd = loopEnd
  }

  private mutating func advance(to moment: Instant) {
    if !isPaused { position += max(moment - anchor, .zero) * rate }
    if let loopEnd, loopEnd > .zero { position = position.remainder(of: loopEnd) }
    // The anchor is later if the playback waits for its start.
    anchor = max(anchor, moment)
  }
}

extension Duration {
  fileprivate func remainder(of length: Duration) -> Duration {
    self - length * (self / length).rounded(.down)
  }
}
