/// One line of the table.
struct Figure {
  /// The measured quantity and the place.
  var name: String
  var ours: String
  /// The reference with its name; empty without one.
  var beside = ""
  /// The daemon's value to the lower bound, or the peer's to the daemon's where the target is to be faster.
  var ratio: Double?
  /// Empty for a figure without a target, which explains another.
  var target = ""
  /// Nil without a target.
  var isMet: Bool?

  var columns: [String] {
    [name, ours, beside, ratio.map { threeDigits($0) + " ×" } ?? "", target, isMet.map { $0 ? "yes" : "no" } ?? ""]
  }
  static let titles = ["figure", "hapticd", "beside it", "ratio", "target", "met"]
}

extension Figure {
  /// The daemon's value compared with a lower bound, at one percentile. The target is met up to the ratio `limit`.
  static func floor(
    _ name: String, _ percentile: Double, _ ours: Samples, _ floor: Samples, called floorName: String, limit: Double?
  ) -> Figure {
    let (a, b) = (ours.percentile(percentile), floor.percentile(percentile))
    let ratio = a.ratio(to: b)
    return Figure(
      name: "\(name), p\(Int(percentile))", ours: a.short, beside: "\(floorName) \(b.short)", ratio: ratio,
      target: limit.map { "≤ \($0) ×" } ?? "", isMet: limit.flatMap { limit in ratio.map { $0 <= limit } })
  }

  /// A peer compared with the daemon. The target is met where the peer takes at least `limit` times as long.
  static func peer(
    _ name: String, _ percentile: Double, _ ours: Samples, _ peer: Samples, called peerName: String, limit: Double?
  ) -> Figure {
    let (a, b) = (ours.percentile(percentile), peer.percentile(percentile))
    let ratio = b.ratio(to: a)
    return Figure(
      name: "\(name), p\(Int(percentile))", ours: a.short, beside: "\(peerName) \(b.short)", ratio: ratio,
      target: limit.map { "≥ \(Int($0)) × faster" } ?? "", isMet: limit.flatMap { limit in ratio.map { $0 >= limit } })
  }
}
