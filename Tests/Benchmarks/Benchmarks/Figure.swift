/// One line of the table.
struct Figure {
  /// What was measured and where.
  var name: String
  var ours: String
  /// The floor or the peer, with its name; empty where there is none.
  var beside = ""
  /// Ours to the floor, or the peer to ours where being faster is the target.
  var ratio: Double?
  /// Empty where there is none; such a figure explains another.
  var target = ""
  /// Nil without a target.
  var isMet: Bool?

  var columns: [String] {
    [name, ours, beside, ratio.map { threeDigits($0) + " ×" } ?? "", target, isMet.map { $0 ? "yes" : "no" } ?? ""]
  }
  static let titles = ["figure", "hapticd", "beside it", "ratio", "target", "met"]
}

extension Figure {
  /// Ours against a floor at one percentile: met where the ratio is no more than `limit`; without a limit it explains.
  static func floor(
    _ name: String, _ percentile: Double, _ ours: Samples, _ floor: Samples, called floorName: String, limit: Double?
  ) -> Figure {
    let (a, b) = (ours.percentile(percentile), floor.percentile(percentile))
    let ratio = a.ratio(to: b)
    return Figure(
      name: "\(name), p\(Int(percentile))", ours: a.short, beside: "\(floorName) \(b.short)", ratio: ratio,
      target: limit.map { "≤ \($0) ×" } ?? "", isMet: limit.flatMap { limit in ratio.map { $0 <= limit } })
  }

  /// A peer against ours: met where the peer takes at least `limit` times as long.
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
