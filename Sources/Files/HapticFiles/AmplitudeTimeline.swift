internal import FeedbackdThemes
internal import Glibc
internal import HapticPatterns

// Android's waveforms and web vibrations are steps of a motor's amplitude in whole milliseconds. A tap becomes a burst of
// its length, with a pause of 1 ms before the next step, so that the reader finds the tap again:
//
//     pattern    ◣      ████╲__
//     timeline   ▌ ·    ████▆▅▃▂▁      slopes in steps of 10 ms
//
// In a vibration, a tap is a burst that is at least as strong.

/// The amplitudes of a pattern, 0...255, for each millisecond.
struct AmplitudeTimeline {
  private var levels: [UInt8]
  /// The counts of parts that are not written as they are.
  private(set) var lost = Lost()

  struct Lost: Equatable {
    /// Taps that a stronger one covers, taps in or next to vibrations, and taps shorter or longer than written.
    var coveredTaps = 0, tapsInVibrations = 0, shortenedTaps = 0
    /// Vibrations with a sharpness, and vibrations that are read as taps.
    var sharpVibrations = 0, vibrationsAsTaps = 0
    /// Whether slopes became steps, and whether times were rounded.
    var slopes = false, rounding = false
  }

  static let full: UInt8 = 255
  /// The length of the steps of slopes: 10 ms, in very long patterns more.
  let step: Int
  /// The maximum number of steps: ten minutes of slopes.
  private static let mostSteps = 60_000

  init(_ pattern: Pattern) {
    let whole = pattern.endingByItself
    let score = Score(whole)
    let end = max(whole.duration, whole.events.map(\.end).max() ?? .zero)
    levels = [UInt8](repeating: 0, count: Self.milliseconds(end) + 1)
    step = max(10, (levels.count + Self.mostSteps - 1) / Self.mostSteps)
    fill(whole.vibrations, before: end)
    noteVibrations(score)
    addTaps(of: score)
    noteRounding(whole)
  }

  /// Whether an amplitude is not 0.
  var isFelt: Bool { levels.contains { $0 > 0 } }

  /// The time without a pause at the end.
  var end: Duration { .milliseconds((levels.lastIndex { $0 > 0 } ?? -1) + 1) }

  /// The amplitudes with their lengths in milliseconds, without a pause at the end.
  var steps: [(level: UInt8, length: Int)] {
    var steps: [(level: UInt8, length: Int)] = []
    for level in levels {
      if let last = steps.last, last.level == level {
        steps[steps.count - 1].length += 1
      } else {
        steps.append((level, 1))
      }
    }
    if steps.last?.level == 0 { steps.removeLast() }
    return steps
  }

  static func milliseconds(_ time: Duration) -> Int { Int((time / .milliseconds(1)).rounded()) }

  static func level(of intensity: Intensity) -> UInt8 {
    UInt8((pow(intensity.rawValue, 1 / Amplitude.exponent) * Double(full)).rounded())
  }

  // MARK: Vibrations

  private mutating func fill(_ vibrations: Pattern, before end: Duration) {
    let score = Score(vibrations)
    let bends = vibrations.bends(before: end)
    for (start, next) in zip(bends, bends.dropFirst()) {
      let (first, last) = (Self.milliseconds(start), Self.milliseconds(next))
      guard last > first else { continue }
      func level(at millisecond: Double) -> UInt8 {
        let share = (millisecond - Double(first)) / Double(last - first)
        return Self.level(of: score.strength(at: start + (next - start) * share).intensity)
      }
      let (length, samples) = (Double(last - first), [0.001, 0.3, 0.6, 0.999])
      if Set(samples.map { level(at: Double(first) + length * $0) }).count == 1 {
        set(first..<last, level(at: Double(first) + length / 2))
        continue
      }
      lost.slopes = true
      for slice in stride(from: first, to: last, by: step) {
        let end = min(slice + step, last)
        set(slice..<end, level(at: Double(slice + end) / 2))
      }
    }
  }

  private mutating func set(_ milliseconds: Range<Int>, _ level: UInt8) {
    for millisecond in milliseconds { levels[millisecond] = level }
  }

  private mutating func noteVibrations(_ score: Score) {
    let isBent = !score.sharpness.isNeutral
    for position in score.vibrations {
      let event = score.pattern.events[position]
      guard event.intensity > .none, event.duration > .zero else { continue }
      if isBent || event.sharpness != Event.defaultSharpness { lost.sharpVibrations += 1 }
    }
    var start = 0
    for step in steps {
      defer { start += step.length }
      let isAlone = (start == 0 || levels[start - 1] == 0) && levels[start + step.length] == 0
      if step.level > 0, isAlone, Duration.milliseconds(step.length) <= Pulses.longestTap { lost.vibrationsAsTaps += 1 }
    }
  }

  // MARK: Taps

  private struct Tap {
    let start: Int
    let intensity: Intensity
    /// The length by its sharpness.
    let length: Int
  }

  private mutating func addTaps(of score: Score) {
    let taps = score.taps.map { position in
      let event = score.pattern.events[position]
      let length = Event.transientDuration(score.effectiveSharpness(of: event, at: event.time))
      return Tap(
        start: Self.milliseconds(event.time), intensity: score.effectiveIntensity(of: event, at: event.time),
        length: max(1, Self.milliseconds(length)))
    }
    for (index, tap) in taps.enumerated() where Self.level(of: tap.intensity) > 0 {
      if Self.isCovered(tap, by: taps[..<index], taps[(index + 1)...]) {
        lost.coveredTaps += 1
      } else {
        add(tap, before: taps[(index + 1)...].first { $0.start > tap.start }?.start)
      }
    }
  }

  /// Whether another tap in the same or the next millisecond is stronger, or equal and before this one.
  private static func isCovered(_ tap: Tap, by before: ArraySlice<Tap>, _ after: ArraySlice<Tap>) -> Bool {
    before.reversed().prefix { tap.start - $0.start <= 1 }.contains { $0.intensity >= tap.intensity }
      || after.prefix { $0.start - tap.start <= 1 }.contains { $0.intensity > tap.intensity }
  }

  /// - Parameter next: the millisecond of the next tap that starts later; nil if there is none.
  private mutating func add(_ tap: Tap, before next: Int?) {
    let start = tap.start
    let longest = Self.milliseconds(Pulses.longestTap)
    let room = next.map { min(longest, $0 - start - 1) } ?? longest
    var length = max(1, min(tap.length, room))
    if levels[start] > 0 || start > 0 && levels[start - 1] > 0 {
      lost.tapsInVibrations += 1
    } else {
      // Leaves a pause before a vibration.
      let free = levels[start...].prefix(length + 1).prefix { $0 == 0 }.count
      if free <= length, start + free < levels.count { length = max(1, free - 1) }
      if length < tap.length, tap.length > Self.shortest { lost.shortenedTaps += 1 }
    }
    let missing = start + length + 1 - levels.count
    if missing > 0 { levels += [UInt8](repeating: 0, count: missing) }
    let level = Self.level(of: tap.intensity)
    for millisecond in start..<start + length { levels[millisecond] = max(levels[millisecond], level) }
  }

  /// The length of the sharpest tap; shorter bursts are read as this one.
  private static let shortest = milliseconds(Event.transientDuration(1))

  private mutating func noteRounding(_ pattern: Pattern) {
    lost.rounding = pattern.events.contains { event in
      guard event.intensity > .none else { return false }
      var times = [event.time]
      if case .continuous(let duration) = event.kind { times.append(event.time + duration) }
      return times.contains { abs(($0 - .milliseconds(Self.milliseconds($0))) / .microseconds(1)) > 1 }
    }
  }
}
