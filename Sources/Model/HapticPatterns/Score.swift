// The rules that combine the parts of a pattern. Core Haptics publishes no rules of mixing; these are our own.
//
// 1. An event's intensity is multiplied by the intensity control; the other controls are added to its sharpness and to
//    the values of its envelope. The results are clamped to 0...1. A tap and an envelope use the controls at their
//    start; a vibration follows the controls of intensity and sharpness over time.
// 2. A tap falls in a straight line from its start. A vibration follows its envelope.
// 3. If events overlap, the strongest is felt, with its own sharpness: independent players use the maximum, and no sum
//    saturates.
// 4. A vibration is ducked for a tap: from 15 ms before the tap until its end it counts one fifth, so that the tap is
//    felt even if it is weaker. Lofelt and Meta duck as well, by 20 %, without giving a reason.

/// A pattern prepared to compute the intended strength at any time.
public struct Score: Hashable, Sendable {
  public let pattern: Pattern
  /// The tracks of the haptic controls.
  public private(set) var intensity: ControlTrack
  public private(set) var sharpness: ControlTrack
  public private(set) var attack: ControlTrack
  public private(set) var decay: ControlTrack
  public private(set) var release: ControlTrack
  /// The pattern's duration.
  public let duration: Duration
  /// The positions of taps and of vibrations in the pattern's events, each in order of time.
  public let taps: [Int]
  public let vibrations: [Int]
  /// For each vibration, the latest end of it and all before it, with the longest releases: the limit of a backward
  /// search.
  private let latestEnds: [Duration]

  /// The factor of a vibration next to a tap, and the time before the tap from which it applies.
  public static let ducking = (level: 0.2, margin: Duration.milliseconds(15))

  public init(_ pattern: Pattern) {
    self.pattern = pattern
    let tracks = ControlTrack.haptic(of: pattern)
    intensity = tracks[0]
    sharpness = tracks[1]
    attack = tracks[2]
    decay = tracks[3]
    release = tracks[4]
    duration = pattern.duration
    (taps, vibrations, latestEnds) = Self.places(in: pattern.events)
  }

  private static func places(in events: [Event]) -> (taps: [Int], vibrations: [Int], latestEnds: [Duration]) {
    var (taps, vibrations): ([Int], [Int]) = ([], [])
    var latestEnds: [Duration] = []
    let tapCount = events.count { $0.kind == .transient }
    taps.reserveCapacity(tapCount)
    vibrations.reserveCapacity(events.count - tapCount)
    latestEnds.reserveCapacity(events.count - tapCount)
    for (position, event) in events.enumerated() {
      if event.kind == .transient {
        taps.append(position)
      } else {
        vibrations.append(position)
        latestEnds.append(max(latestEnds.last ?? .zero, event.latestEnd + Envelope.longestSwell))
      }
    }
    return (taps, vibrations, latestEnds)
  }

  /// Returns the intended intensity and sharpness at `moment`.
  public func strength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    strength(at: moment, with: vibrationStrength(at: moment))
  }

  func strength(
    at moment: Duration, with vibration: (intensity: Intensity, sharpness: Sharpness)
  ) -> (intensity: Intensity, sharpness: Sharpness) {
    let tap = tapStrength(at: moment)
    let ducked = vibration.intensity * Intensity(isDucked(at: moment) ? Self.ducking.level : 1)
    return tap.intensity >= ducked ? tap : (ducked, vibration.sharpness)
  }

  private func tapStrength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    var strongest = (intensity: Intensity.none, sharpness: Sharpness(0))
    var position = firstPosition(in: taps.indices) { pattern.events[taps[$0]].time > moment }
    while position > 0 {
      position -= 1
      let event = pattern.events[taps[position]]
      if event.time + Event.longestTransient <= moment { break }
      guard event.intensity > strongest.intensity else { continue }
      let sharp = effectiveSharpness(of: event, at: event.time)
      let length = Event.transientDuration(sharp)
      guard moment < event.time + length else { continue }
      let level = effectiveIntensity(of: event, at: event.time) * Intensity(1 - (moment - event.time) / length)
      if level > strongest.intensity { strongest = (level, sharp) }
    }
    return strongest
  }

  private func vibrationStrength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    var strongest = (intensity: Intensity.none, sharpness: Sharpness(0))
    let factor = intensity.value(at: moment)
    var position = firstPosition(in: vibrations.indices) { pattern.events[vibrations[$0]].time > moment }
    while position > 0, latestEnds[position - 1] > moment {
      position -= 1
      let event = pattern.events[vibrations[position]]
      guard case .continuous(let duration) = event.kind else { continue }
      let intensity = Intensity(event.intensity.rawValue * factor)
      guard intensity > strongest.intensity else { continue }
      let level = intensity * Intensity(effectiveEnvelope(of: event).gain(at: moment - event.time, of: duration))
      if level > strongest.intensity { strongest = (level, effectiveSharpness(of: event, at: moment)) }
    }
    return strongest
  }

  private func isDucked(at moment: Duration) -> Bool {
    var position = firstPosition(in: taps.indices) { pattern.events[taps[$0]].time > moment + Self.ducking.margin }
    while position > 0 {
      position -= 1
      let event = pattern.events[taps[position]]
      if event.time + Event.longestTransient <= moment { return false }
      guard effectiveIntensity(of: event, at: event.time) > .none else { continue }
      if moment < event.time + Event.transientDuration(effectiveSharpness(of: event, at: event.time)) { return true }
    }
    return false
  }

  // MARK: Search

  /// Returns the index of the first of `taps` that starts at `moment` or later; their count if there is none.
  public func firstTap(from moment: Duration) -> Int {
    firstPosition(in: taps.indices) { pattern.events[taps[$0]].time >= moment }
  }

  /// Returns an index in `vibrations` before which no vibration is felt at `moment` or later, for any values of the
  /// controls.
  public func firstVibration(reaching moment: Duration) -> Int {
    firstPosition(in: vibrations.indices) { latestEnds[$0] > moment }
  }

  // MARK: Controls

  /// Sets points that a client sent, from `moment` of the pattern on, until the pattern's own next parameter or curve
  /// of that control starts. Controls of audio have no effect.
  public mutating func send(_ control: Control, _ points: [ParameterCurve.Point], at moment: Duration) {
    change(control) { $0.send(points, at: moment) }
  }

  /// Whether sent points are in force, or will be.
  public var hasSent: Bool {
    intensity.hasSent || sharpness.hasSent || attack.hasSent || decay.hasSent || release.hasSent
  }

  /// Moves all sent points in the pattern's time, when the pattern jumps to another position.
  public mutating func shiftSent(by offset: Duration) {
    for control in Control.allCases { change(control) { $0.shiftSent(by: offset) } }
  }

  private mutating func change(_ control: Control, _ body: (inout ControlTrack) -> Void) {
    switch control {
    case .intensity: body(&intensity)
    case .sharpness: body(&sharpness)
    case .attack: body(&attack)
    case .decay: body(&decay)
    case .release: body(&release)
    default: break
    }
  }

  /// Returns the event's intensity with the control at `moment`.
  public func effectiveIntensity(of event: Event, at moment: Duration) -> Intensity {
    Intensity(event.intensity.rawValue * intensity.value(at: moment))
  }

  /// Returns the event's sharpness with the control at `moment`.
  public func effectiveSharpness(of event: Event, at moment: Duration) -> Sharpness {
    Sharpness(event.sharpness.rawValue + sharpness.value(at: moment))
  }

  /// Returns the event's envelope with the controls at its start.
  public func effectiveEnvelope(of event: Event) -> Envelope {
    event.envelope.turned(
      attack: attack.value(at: event.time), decay: decay.value(at: event.time), release: release.value(at: event.time))
  }
}
