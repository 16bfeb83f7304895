internal import HapticPatterns

/// A continuous event that has begun and not ended.
struct ActiveVibration {
  let event: Event
  let end: Duration
  private let swells: Envelope.Swells
  private let duration: Duration
  private let attackEnd: Duration
  private let releaseStart: Duration

  init?(_ event: Event, envelope: Envelope) {
    guard case .continuous(let duration) = event.kind else { return nil }
    self.event = event
    self.duration = duration
    swells = envelope.swells
    end = event.time + swells.length(of: duration)
    attackEnd = event.time + min(swells.attack, duration)
    releaseStart = min(event.time + duration, end)
  }

  func gain(at moment: Duration) -> Double { swells.gain(at: moment - event.time, of: duration) }

  func isSloping(at moment: Duration) -> Bool {
    moment < attackEnd || swells.decay != nil || moment >= releaseStart
  }

  func nextEdge(after moment: Duration) -> Duration {
    moment < attackEnd ? attackEnd : moment < releaseStart ? releaseStart : end
  }

  /// Returns the most relevant vibrations, at most half of them, in the same order.
  ///
  /// Drops a vibration if a steady one of the same strength, within 1/64, outlasts it, because the shorter one is not
  /// felt. At most 64 steady ones remain. If there are still too many swelling ones, the strongest remain.
  static func essential(of active: [ActiveVibration], at moment: Duration) -> [ActiveVibration] {
    let most = active.count / 2
    var longest = [Int?](repeating: nil, count: grades)
    for (index, one) in active.enumerated() where !one.isSloping(at: moment) {
      if let other = longest[one.grade], active[other].releaseStart >= one.releaseStart { continue }
      longest[one.grade] = index
    }
    // For each grade: the vibration at or above that strength that stays steady longest.
    var holder = longest
    var (last, steadyUntil) = (Int?.none, Duration.zero)
    for grade in (0..<grades).reversed() {
      if let index = longest[grade], active[index].releaseStart > steadyUntil {
        (last, steadyUntil) = (index, active[index].releaseStart)
      }
      holder[grade] = last
    }
    let perceptible = active.indices.filter { index in
      guard let other = holder[active[index].grade], other != index else { return true }
      return active[other].releaseStart < active[index].end
    }
    if perceptible.count <= most { return perceptible.map { active[$0] } }
    let strongest = perceptible.sorted { active[$0].event.intensity > active[$1].event.intensity }.prefix(most)
    return strongest.sorted().map { active[$0] }
  }

  private var grade: Int { min(Int(event.intensity.rawValue * Double(Self.grades)), Self.grades - 1) }

  private static let grades = 64
}
