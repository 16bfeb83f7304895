internal import HapticSystem
internal import MotorRendering

/// The time up to which a stream is rendered, with the state there.
struct Front {
  /// The pass that is being rendered: the present one, or one after it.
  var pass: Pass
  /// The rendering of that pass, or nil if it has not begun.
  var rendition: Rendition?
  /// The motors after the rendered steps. Their times start at the start of the stream.
  var motors: MotorSimulation
  var until: Instant
  /// Whether all passes are rendered.
  private(set) var isOver = false

  /// Starts at the begin of a pass, or within a pass that is rendered already until a time.
  init(_ pass: Pass, _ motors: MotorSimulation, _ rendition: Rendition? = nil, until: Instant? = nil) {
    self.pass = pass
    self.motors = motors
    self.rendition = rendition
    self.until = until ?? pass.origin
  }

  /// Moves to the end of the rendered part of the pass.
  ///
  /// - Returns: whether the pass is complete.
  mutating func advance() -> Bool {
    until = max(until, pass.origin + (rendition?.drawnUntil ?? .zero))
    return rendition?.isFinished ?? false
  }

  /// Turns to the pass after this one; nil means that there is none.
  mutating func begin(_ next: Pass?) {
    guard let next else {
      isOver = true
      return
    }
    (pass, rendition, until) = (next, nil, next.origin)
  }

  /// A rendition to which rendering can go back for a change.
  struct Mark {
    /// The time until which the rendition is drawn.
    let at: Instant
    /// The time from which on it can be turned: it is before `at` during a tap, which keeps its values.
    let since: Instant
    let origin: Instant
    let rendition: Rendition
  }

  /// The mark of this place; nil if the pass has not begun.
  ///
  /// - Parameter moment: the time from which on the rendition can be turned; nil for the time until which it is drawn.
  func mark(since moment: Instant?) -> Mark? {
    rendition.map { Mark(at: until, since: moment ?? until, origin: pass.origin, rendition: $0) }
  }
}
