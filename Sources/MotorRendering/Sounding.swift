internal import HapticPatterns

/// A continuous event that has begun.
struct Sounding {
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
}

extension Sounding {
  /// The part of `sounding` that matters most, half of it at most, in the same order.
  ///
  /// A vibration is left out where a steady one outlasts it that is as strong, to a 64th: nobody would feel it. So at most
  /// 64 steady ones remain. Where swelling ones are still too many, the strongest stay.
  static func essential(of sounding: [Sounding], at moment: Duration) -> [Sounding] {
    let most = sounding.count / 2
    var longest = [Int?](repeating: nil, count: grades)
    for (index, one) in sounding.enumerated() where !one.isSloping(at: moment) {
      if let other = longest[one.grade], sounding[other].releaseStart >= one.releaseStart { continue }
      longest[one.grade] = index
    }
    // How long something as strong as each grade holds, and what that is.
    var (steadyUntil, holder) = (Duration.zero, [Int?](repeating: nil, count: grades))
    for grade in (0..<grades).reversed() {
      if let index = longest[grade], sounding[index].releaseStart > steadyUntil {
        steadyUntil = sounding[index].releaseStart
        holder[grade] = index
      } else {
        holder[grade] = grade + 1 < grades ? holder[grade + 1] : nil
      }
    }
    let audible = sounding.indices.filter { index in
      guard let other = holder[sounding[index].grade], other != index else { return true }
      return sounding[other].releaseStart < sounding[index].end
    }
    if audible.count <= most { return audible.map { sounding[$0] } }
    let strongest = audible.sorted { sounding[$0].event.intensity > sounding[$1].event.intensity }.prefix(most)
    return strongest.sorted().map { sounding[$0] }
  }

  private var grade: Int { min(Int(event.intensity.rawValue * Double(Self.grades)), Self.grades - 1) }

  private static let grades = 64
}
