import HapticPatterns
import TextDiagnostics

/// The requirements for a pattern from an untrusted file.
enum Bounds {
  /// Limits so low that a small input exceeds each of them.
  static let tight = FileLimits(
    maximumBytes: 2048, maximumValues: 60, maximumNesting: 8, maximumEvents: 3, maximumPoints: 5,
    maximumTime: .milliseconds(1500), maximumWarnings: 2)

  static func check(_ pattern: Pattern, limits: FileLimits = .standard) throws(Flaw) {
    try require(pattern.events.count + pattern.audio.count <= limits.maximumEvents, "\(pattern.events.count) events")
    let points = pattern.parameters.count + pattern.curves.reduce(0) { $0 + $1.points.count }
    try require(points <= limits.maximumPoints, "\(points) points")
    try check(pattern.events.map(\.time), "events", limits)
    try check(pattern.parameters.map(\.time), "parameters", limits)
    try check(pattern.curves.map(\.time), "curves", limits)
    try check(pattern.audio.map(\.time), "sounds", limits)
    for curve in pattern.curves {
      try require(!curve.points.isEmpty, "a curve without points")
      try check(curve.points.map(\.time), "points", limits)
      try require(curve.points.allSatisfy { curve.control.range.contains($0.value) }, "values of \(curve)")
    }
    try require(pattern.parameters.allSatisfy { $0.control.range.contains($0.value) }, "values of parameters")
  }

  private static func check(_ times: [Duration], _ what: String, _ limits: FileLimits) throws(Flaw) {
    try requireEqual(times, times.sorted(), "the order of \(what)")
    let last = times.last ?? .zero
    try require(times.first ?? .zero >= .zero && last <= limits.maximumTime, "\(what) from \(times) on")
  }
}
