/// The search behind `Separability`, for one way to drive the actuator.
struct IntervalSearch {
  private let start: Motion
  private let drive: (strong: Double, weak: Double)
  /// What is felt of full drive that lasts.
  let reach: Double

  private static let longest = 400
  /// Nearer to its reach than this part no motor gets in a time that matters.
  private static let nearly = 0.98

  init(_ actuator: Actuator, _ drive: (strong: Double, weak: Double)) {
    start = Motion(actuator)
    self.drive = drive
    var motion = start
    for _ in 0..<Self.longest * 5 { Self.pass(&motion, drive) }
    reach = motion.strength * Self.nearly
  }

  /// Milliseconds from the first peak to the second; nil where the strengths are out of reach.
  func interval(_ first: Double, _ second: Double) -> Double? {
    guard first <= reach, second <= reach else { return nil }
    let on = Self.smallest(in: 1...Self.longest) { peak(self.felt(on: $0, off: 0, again: 0)).strength >= first }
    let off = Self.smallest(in: 0...Self.longest) { off in
      let felt = self.felt(on: on, off: off, again: again(on, off, second))
      return valley(felt) <= Pulse.depth * min(first, second)
    }
    let felt = self.felt(on: on, off: off, again: again(on, off, second))
    let pulses = Pulse.count(in: felt)
    guard pulses.count == 2 else { return nil }
    return Double(pulses[1].top - pulses[0].top)
  }

  private func again(_ on: Int, _ off: Int, _ second: Double) -> Int {
    Self.smallest(in: 1...Self.longest) { again in
      peak(Array(felt(on: on, off: off, again: again)[(on + off)...])).strength >= second
    }
  }

  /// What the skin feels of two full strokes.
  private func felt(on: Int, off: Int, again: Int) -> [Double] {
    var motion = start
    let strengths = (0..<on + off + again + Self.rest).map { moment -> Double in
      let isOn = moment < on || moment >= on + off && moment < on + off + again
      defer { Self.pass(&motion, isOn ? drive : (0, 0)) }
      return motion.strength
    }
    return SkinWindow.integrated(strengths)
  }

  /// Long enough for a peak after the last stroke.
  private static let rest = 60

  private func peak(_ felt: [Double]) -> (moment: Int, strength: Double) {
    let moment = felt.indices.max { felt[$0] < felt[$1] } ?? 0
    return (moment, felt[moment])
  }

  /// The deepest point between the first peak and what comes after it; the first peak itself where nothing does.
  private func valley(_ felt: [Double]) -> Double {
    guard let top = felt.indices.dropLast().first(where: { felt[$0 + 1] < felt[$0] }) else { return 1 }
    guard let bottom = felt.indices.dropLast().first(where: { $0 > top && felt[$0 + 1] > felt[$0] }) else { return 1 }
    return felt[bottom]
  }

  private static func pass(_ motion: inout Motion, _ drive: (strong: Double, weak: Double)) {
    for _ in 0..<Motion.ticksPerMillisecond { motion.advance(drive.strong, drive.weak) }
  }

  /// The smallest number for which `isEnough` holds, as it does for all larger ones; the largest where it never does.
  private static func smallest(in range: ClosedRange<Int>, _ isEnough: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
