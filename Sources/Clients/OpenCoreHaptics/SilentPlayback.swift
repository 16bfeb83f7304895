internal import HapticProtocol
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
  /// The pauses and resumes that are not applied yet, in order of time.
  private var switches: [Switch] = []
  /// The time of a scheduled stop.
  private(set) var stop: Instant?

  private struct Switch {
    var moment: Instant
    var isPause: Bool
  }

  init(from start: Instant, at position: Duration, rate: Double, duration: Duration, loopEnd: Duration?) {
    anchor = start
    self.position = position
    self.rate = rate
    self.duration = duration
    self.loopEnd = loopEnd
  }

  /// The end; nil if it is paused or loops by then, without a scheduled stop.
  var end: Instant? {
    var later = self
    while let next = later.switches.first {
      if let end = later.endOfPattern, end <= next.moment { break }
      later.advance(to: next.moment)
    }
    guard let end = later.endOfPattern else { return stop }
    return min(end, stop ?? end)
  }

  private var endOfPattern: Instant? {
    if isPaused || loopEnd != nil { return nil }
    return anchor + max(duration - position, .zero) / rate
  }

  /// Delays a start that has not succeeded yet.
  mutating func wait(until start: Instant) { anchor = max(anchor, start) }

  mutating func stop(at moment: Instant) { stop = min(moment, stop ?? moment) }

  mutating func pause(at moment: Instant) { insert(Switch(moment: moment, isPause: true)) }

  mutating func resume(at moment: Instant) { insert(Switch(moment: moment, isPause: false)) }

  /// The daemon drops a switch beyond this limit as well.
  private mutating func insert(_ new: Switch) {
    if switches.count >= Limits.scheduledActions { return }
    switches.insert(new, at: switches.firstIndex { $0.moment > new.moment } ?? switches.endIndex)
  }

  mutating func seek(to position: Duration, at moment: Instant) {
    advance(to: moment)
    self.position = position
    returnToStart()
  }

  mutating func setRate(_ rate: Double, at moment: Instant) {
    advance(to: moment)
    self.rate = rate
  }

  mutating func setLoopEnd(_ loopEnd: Duration?, at moment: Instant) {
    advance(to: moment)
    self.loopEnd = loopEnd
    returnToStart()
  }

  /// A position beyond the end of a loop is the start of the next pass.
  private mutating func returnToStart() {
    if let loopEnd, position >= loopEnd { position = .zero }
  }

  /// Continues until `moment`, with the switches that are due by then.
  mutating func advance(to moment: Instant) {
    while let next = switches.first, next.moment <= moment {
      switches.removeFirst()
      move(to: next.moment)
      isPaused = next.isPause
    }
    move(to: moment)
  }

  private mutating func move(to moment: Instant) {
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
