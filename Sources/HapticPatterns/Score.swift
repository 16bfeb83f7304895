// How the parts of a pattern come together. Core Haptics publishes no law of mixing; this is ours.
//
// 1. An event's intensity is multiplied by the intensity control, its sharpness and its envelope's knobs have theirs
//    added; the results are clamped to 0...1. A tap and an envelope take the controls of the moment they start at, a
//    vibration follows the intensity and the sharpness while it lasts.
// 2. A tap falls in a straight line from its start. A vibration follows its envelope.
// 3. Where events overlap, the strongest is felt, with its own sharpness: independent players use the maximum, and no
//    sum saturates.
// 4. A vibration makes way for a tap: from 15 ms before it until its end it counts one fifth, so that the tap is felt
//    even where it is the weaker one. Lofelt and Meta duck as well, by figures of 20 % that they do not explain.

/// A pattern made ready to be asked what is meant at any moment.
public struct Score: Hashable, Sendable {
  public let pattern: Pattern
  public private(set) var intensity: ControlTrack
  public private(set) var sharpness: ControlTrack
  public private(set) var attack: ControlTrack
  public private(set) var decay: ControlTrack
  public private(set) var release: ControlTrack
  /// The pattern's duration.
  public let duration: Duration
  /// The taps' and vibrations' positions in the pattern's events, each in order of time.
  public let taps: [Int]
  public let vibrations: [Int]
  /// The latest end of the vibrations up to each, releases at their longest included: where to stop looking back.
  private let latestEnds: [Duration]

  /// How much a vibration counts beside a tap, and from how long before it.
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

  /// What is meant to be felt at `moment`.
  public func strength(at moment: Duration) -> (intensity: Intensity, sharpness: Sharpness) {
    let tap = tapStrength(at: moment)
    let vibration = vibrationStrength(at: moment)
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

  // MARK: Finding one's place

  /// The first of `taps` that starts at `moment` or later; their count where none does.
  public func firstTap(from moment: Duration) -> Int {
    firstPosition(in: taps.indices) { pattern.events[taps[$0]].time >= moment }
  }

  /// A position in `vibrations` before which none is felt at `moment` or later, whatever the controls say.
  public func firstVibration(reaching moment: Duration) -> Int {
    firstPosition(in: vibrations.indices) { latestEnds[$0] > moment }
  }

  // MARK: Controls

  /// Lets what somebody sends while the pattern plays take over from `moment` of the pattern on, until the pattern's own
  /// next parameter or curve of that control starts. Controls of sounds change nothing here.
  public mutating func send(_ control: Control, _ points: [ParameterCurve.Point], at moment: Duration) {
    change(control) { $0.send(points, at: moment) }
  }

  /// Whether something that was sent is in force, or will be.
  public var hasSent: Bool {
    intensity.hasSent || sharpness.hasSent || attack.hasSent || decay.hasSent || release.hasSent
  }

  /// Moves everything that was sent in the pattern's time, as when the pattern jumps to another place.
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

  /// The event's intensity under the control in force at `moment`.
  public func effectiveIntensity(of event: Event, at moment: Duration) -> Intensity {
    Intensity(event.intensity.rawValue * intensity.value(at: moment))
  }

  public func effectiveSharpness(of event: Event, at moment: Duration) -> Sharpness {
    Sharpness(event.sharpness.rawValue + sharpness.value(at: moment))
  }

  /// The event's envelope under the controls in force at its start.
  public func effectiveEnvelope(of event: Event) -> Envelope {
    event.envelope.turned(
      attack: attack.value(at: event.time), decay: decay.value(at: event.time), release: release.value(at: event.time))
  }
}
