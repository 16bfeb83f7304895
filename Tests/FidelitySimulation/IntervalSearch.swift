/// The search of `Separability` for one way to drive the actuator.
struct IntervalSearch {
  private let drive: (strong: Double, weak: Double)
  /// The state and strength from rest at full drive, at each millisecond.
  private let rise: Course
  /// The strength after long full drive, times `nearly`: the time for the rest is irrelevant.
  let reach: Double

  private static let longest = 400
  private static let nearly = 0.98

  init(_ actuator: Actuator, _ drive: (strong: Double, weak: Double)) {
    self.drive = drive
    rise = Course(from: Motion(actuator), drive, milliseconds: 5 * Self.longest)
    reach = (rise.strengths.last ?? 0) * Self.nearly
  }

  /// Returns the milliseconds from a peak of each of `strengths` (first index) to a peak of each (second index);
  /// infinity if one of them is out of reach.
  func intervals(_ strengths: [Double]) -> [[Double]] {
    let strokes = strengths.map { strength in
      strength > reach ? nil : Self.smallest(in: 1...Self.longest) { (pulse(on: $0).max() ?? 0) >= strength }
    }
    return strengths.indices.map { first in
      guard let on = strokes[first] else { return strengths.map { _ in .infinity } }
      let fall = Course(from: rise.motions[on], (0, 0), milliseconds: Self.longest)
      return strengths.indices.map { second in
        guard let most = strokes[second] else { return .infinity }
        let goal = Goal(strength: strengths[second], most: most, valley: min(strengths[first], strengths[second]))
        return interval(on, fall, goal) ?? .infinity
      }
    }
  }

  /// The following peak: its `strength`, the drive from rest that it takes (`most` milliseconds; less in motion), and
  /// the strength that determines the valley before it.
  private struct Goal {
    var strength: Double
    var most: Int
    var valley: Double
  }

  private func interval(_ on: Int, _ fall: Course, _ goal: Goal) -> Double? {
    let off = Self.smallest(in: 0...Self.longest) { off in
      valley(felt(on, off, fall, goal)) <= Pulse.depth * goal.valley
    }
    let pulses = Pulse.count(in: felt(on, off, fall, goal))
    return pulses.count == 2 ? Double(pulses[1].top - pulses[0].top) : nil
  }

  /// Returns the felt strengths of a stroke from rest.
  private func pulse(on: Int) -> [Double] {
    let fall = Course(from: rise.motions[on], (0, 0), milliseconds: Self.rest)
    return SkinWindow.integrated(Array(rise.strengths[..<on] + fall.strengths))
  }

  /// Returns the felt strengths of a stroke of `on` milliseconds, a pause of `off` milliseconds, and the shortest
  /// second stroke that reaches the goal.
  private func felt(_ on: Int, _ off: Int, _ fall: Course, _ goal: Goal) -> [Double] {
    let before = Array(rise.strengths[..<on] + fall.strengths[..<off])
    let again = Course(from: fall.motions[off], drive, milliseconds: goal.most)
    func whole(_ length: Int, after before: [Double]) -> [Double] {
      let end = Course(from: again.motions[length], (0, 0), milliseconds: Self.rest)
      return SkinWindow.integrated(before + Array(again.strengths[..<length]) + end.strengths)
    }
    // Earlier strengths are outside the skin's window.
    let near = Array(before.suffix(2 * SkinWindow.reach))
    let length = Self.smallest(in: 1...goal.most) {
      (whole($0, after: near).dropFirst(near.count).max() ?? 0) >= goal.strength
    }
    return whole(length, after: before)
  }

  /// The time after the last stroke, in milliseconds; long enough for its peak.
  private static let rest = 60

  /// Returns the lowest strength between the first peak and the following rise; 1 if there is no rise.
  private func valley(_ felt: [Double]) -> Double {
    guard let top = felt.indices.dropLast().first(where: { felt[$0 + 1] < felt[$0] }) else { return 1 }
    guard let bottom = felt.indices.dropLast().first(where: { $0 > top && felt[$0 + 1] > felt[$0] }) else { return 1 }
    return felt[bottom]
  }

  /// Returns the smallest number for which `isEnough` holds; it must hold for all larger ones. Returns the largest if
  /// it never holds.
  private static func smallest(in range: ClosedRange<Int>, _ isEnough: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The state and the strength of motors at each millisecond under one drive.
private struct Course {
  var motions: [Motion] = []
  var strengths: [Double] = []

  init(from start: Motion, _ drive: (strong: Double, weak: Double), milliseconds: Int) {
    var motion = start
    for _ in 0...milliseconds {
      motions.append(motion)
      strengths.append(motion.strength)
      for _ in 0..<Motion.ticksPerMillisecond { motion.advance(drive.strong, drive.weak) }
    }
  }
}
