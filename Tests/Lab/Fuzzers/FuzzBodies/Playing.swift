import HapticPatterns
import MotorRendering

/// Checks that a pattern has a strength at every time, and can be rendered for every motor.
enum Playing {
  static func check(_ pattern: Pattern) throws(Flaw) {
    try checkMeaning(Score(pattern))
    guard isShort(pattern) else { return }
    for (name, model) in MotorModel.presets.sorted(by: { $0.key < $1.key }) {
      do throws(Flaw) {
        try checkDrive(of: pattern, on: model)
        try checkPieces(of: pattern, on: model)
      } catch {
        throw Flaw("on \(name): \(error)")
      }
    }
  }

  /// Whether the pattern is short enough to be rendered often, for four motors.
  private static func isShort(_ pattern: Pattern) -> Bool {
    let points = pattern.parameters.count + pattern.curves.reduce(0) { $0 + $1.points.count }
    return pattern.events.count <= 16 && points <= 32 && pattern.duration <= .seconds(2)
  }

  // MARK: Meaning

  private static func checkMeaning(_ score: Score) throws(Flaw) {
    let pattern = score.pattern
    try requireEqual(score.duration, pattern.duration, "the duration of the score")
    let edges = pattern.events.prefix(8).flatMap { [$0.time, $0.time + $0.duration / 2, $0.end] }
    for moment in edges + [.zero, pattern.duration, .seconds(7200)] {
      let (intensity, sharpness) = score.strength(at: moment)
      try require(0...1 ~= intensity.rawValue && 0...1 ~= sharpness.rawValue, "\(intensity), \(sharpness) at \(moment)")
    }
    for control in Control.allCases {
      try check(pattern.track(of: control), at: edges)
    }
  }

  private static func check(_ track: ControlTrack, at moments: [Duration]) throws(Flaw) {
    for moment in moments {
      let value = track.value(at: moment)
      try require(track.control.range.contains(value), "\(track.control) is \(value) at \(moment)")
      guard let end = track.steadyUntil(moment) else { continue }
      try require(end >= moment, "\(track.control) is steady until \(end), before \(moment)")
      let middle = moment + (end - moment) / 2
      try requireEqual(track.value(at: middle), value, "\(track.control) at \(middle), steady from \(moment)")
    }
  }

  // MARK: Drives

  private static func checkDrive(of pattern: Pattern, on model: MotorModel) throws(Flaw) {
    let drive = model.drive(for: pattern)
    try check(drive.steps, on: model)
    // A control may prolong a decay, up to the end of the event if it were sustained.
    let end = pattern.events.map { $0.time + $0.sustainedDuration }.reduce(pattern.duration) { max($0, $1) }
    try require(drive.duration <= end + longestTail, "\(drive.duration) for \(end)")
    try require(drive.lead >= .zero && drive.lead <= longestLead, "a lead of \(drive.lead)")
    try require(model.drive(for: pattern, intensity: 0).isEmpty, "something to feel at no strength")
  }

  /// The longest release, which a control may request, the longest delay for separation, and the longest tap of these
  /// motors.
  private static let longestTail = Envelope.swell(1) + .milliseconds(120) + .milliseconds(100)

  /// The longest lead of these motors.
  private static let longestLead = Duration.milliseconds(250)

  static func check(_ steps: [Drive.Step], on model: MotorModel) throws(Flaw) {
    guard let first = steps.first else { return }
    try require(first.at >= .zero && first.level != .off, "it begins with \(first)")
    try requireEqual(steps.last?.level, .off, "its end")
    for (step, next) in zip(steps, steps.dropFirst()) {
      try require(next.at - step.at >= model.minimumInterval, "\(step), and too soon \(next)")
      try require(next.level != step.level, "\(step), and again \(next)")
    }
  }

  /// Checks that the result of a rendition does not depend on its division into pieces.
  private static func checkPieces(of pattern: Pattern, on model: MotorModel) throws(Flaw) {
    var whole = Rendition(Score(pattern), on: model)
    var pieces = whole
    let expected = whole.draw(until: .seconds(60))
    try require(whole.isFinished, "no end")
    var steps: [Drive.Step] = []
    for moment in stride(from: 0, to: 60_000, by: 70) where !pieces.isFinished {
      let new = pieces.draw(until: .milliseconds(moment))
      try require(zip(steps.suffix(1), new).allSatisfy { $0.at < $1.at }, "\(new.first!) before \(steps.last!)")
      steps += new
    }
    try requireEqual(steps, expected, "drawn in pieces")
  }
}

extension Event {
  fileprivate var sustainedDuration: Duration {
    if case .continuous(let duration) = kind { duration } else { duration }
  }
}
