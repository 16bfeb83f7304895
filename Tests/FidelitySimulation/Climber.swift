internal import MotorRendering

/// One search from one start.
struct Climber {
  private static let slot = 8
  private static let passes = 6
  private static let enough = 0.005

  private let actuator: Actuator
  private let levels: [Level]
  private let meant: [Double]
  let parts: [Range<Int>]
  let meantPeaks: [Double]
  private(set) var latency = 0
  private var slots: [Level]
  /// The state of the motors at the start of each slot.
  private var motions: [Motion] = []
  private(set) var strength: [Double]
  /// `strength` after the skin's integration.
  private(set) var felt: [Double]
  /// The error that the search minimises.
  private(set) var error = Double.infinity

  init(_ intention: Intention, _ actuator: Actuator, _ start: Drive) {
    self.actuator = actuator
    meant = intention.felt
    parts = intention.parts.map(\.range)
    meantPeaks = parts.map { intention.felt[$0].max() ?? 0 }
    levels = Self.levels(actuator)
    let count = (meant.count - Intention.lead) / Self.slot
    slots = (0..<count).map { start.level(at: .milliseconds($0 * Self.slot + Self.slot / 2)) }
    strength = [Double](repeating: 0, count: meant.count)
    felt = strength
    run()
    align()
  }

  /// The drive that was found.
  var drive: Drive {
    let steps = slots.enumerated().map { Drive.Step(at: .milliseconds($0 * Self.slot), level: $1) }
    return Drive(steps, end: .milliseconds(slots.count * Self.slot))
  }

  private static func levels(_ actuator: Actuator) -> [Level] {
    func magnitude(_ step: Int) -> UInt16 { UInt16(step * 0xffff / 16) }
    switch actuator.driver {
    case .onOff: return [.off, Level(strong: 0xffff, weak: 0xffff)]
    case .dutyCycle: return (0...16).map { Level(strong: magnitude($0), weak: magnitude($0)) }
    case .bytes:
      let steps = [0, 3, 5, 8, 12, 16]
      return steps.flatMap { strong in steps.map { Level(strong: magnitude(strong), weak: magnitude($0)) } }
    }
  }

  mutating func climb() {
    for _ in 0..<Self.passes {
      let before = error
      for index in slots.indices { improve(index) }
      align()
      if error > before * (1 - Self.enough) { return }
    }
  }

  private mutating func improve(_ index: Int) {
    for level in levels where level != slots[index] {
      let change = change(of: index, to: level)
      if change.gain > 1e-9 { take(change, index, level) }
    }
  }

  /// The effect of another level in one slot: new motions and strengths until they meet the old ones again.
  struct Change {
    var motions: [Motion] = []
    var strengths: [Double] = []
    var felt: [Double] = []
    var first = 0
    var gain = 0.0
  }

  private func change(of index: Int, to level: Level) -> Change {
    var change = Change()
    var motion = motions[index]
    for place in index..<slots.count {
      if place > index {
        if motion.isClose(to: motions[place]) { break }
        change.motions.append(motion)
      }
      pass(&motion, place == index ? level : slots[place], &change.strengths)
    }
    let start = Intention.lead + index * Self.slot
    change.first = max(start - SkinWindow.reach, 0)
    let last = min(start + change.strengths.count + SkinWindow.reach, strength.count)
    for moment in change.first..<last {
      var felt = 0.0
      for place in max(moment - SkinWindow.reach, 0)...min(moment + SkinWindow.reach, strength.count - 1) {
        let isNew = place >= start && place < start + change.strengths.count
        felt +=
          (isNew ? change.strengths[place - start] : strength[place])
          * SkinWindow.weights[place - moment + SkinWindow.reach]
      }
      change.felt.append(felt)
      change.gain += error(self.felt[moment], at: moment) - error(felt, at: moment)
    }
    change.gain += peakGain(change)
    return change
  }

  private mutating func take(_ change: Change, _ index: Int, _ level: Level) {
    slots[index] = level
    for (offset, motion) in change.motions.enumerated() { motions[index + 1 + offset] = motion }
    let start = Intention.lead + index * Self.slot
    for (offset, value) in change.strengths.enumerated() { strength[start + offset] = value }
    for (offset, value) in change.felt.enumerated() { felt[change.first + offset] = value }
    error -= change.gain
  }

  private func pass(_ motion: inout Motion, _ level: Level, _ strengths: inout [Double]) {
    let drives = actuator.drives(of: level)
    for _ in 0..<Self.slot {
      strengths.append(motion.strength)
      for _ in 0..<Motion.ticksPerMillisecond { motion.advance(drives.strong, drives.weak) }
    }
  }

  /// Simulates all slots from the start.
  private mutating func run() {
    var motion = Motion(actuator)
    var strengths = Intention.silence
    for level in slots {
      motions.append(motion)
      pass(&motion, level, &strengths)
    }
    for (moment, value) in strengths.enumerated() { strength[moment] = value }
  }

  /// Selects the latency with the least error.
  private mutating func align() {
    felt = SkinWindow.integrated(strength)
    error = .infinity
    var best = 0
    for candidate in Correlation.latencies {
      latency = candidate
      let sum = total
      if sum < error { (error, best) = (sum, candidate) }
    }
    latency = best
  }

  private var total: Double {
    let peaks = parts.indices.reduce(0) { sum, part in
      let range = (parts[part].lowerBound + latency..<parts[part].upperBound + latency).clamped(to: felt.indices)
      return sum + peakError(felt[range].max() ?? 0, of: part)
    }
    return felt.indices.reduce(peaks) { $0 + error(felt[$1], at: $1) }
  }

  private func error(_ felt: Double, at moment: Int) -> Double {
    let difference = felt - (moment >= latency ? meant[moment - latency] : 0)
    return difference * difference
  }
}
