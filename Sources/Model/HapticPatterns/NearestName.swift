extension Sequence<ShortName> {
  /// Returns the name most similar to `text`, for "did you mean"; nil if no name is similar. Of equally similar names,
  /// the first one.
  ///
  /// The last part of a name is compared too: `heavy` and `hevy` give `impact.heavy`.
  public func nearest(to text: some StringProtocol) -> ShortName? {
    let wanted = Array(text.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= ShortName.capacity else { return nil }
    let tolerance = Swift.max(1, wanted.count / 3)
    var best: (name: ShortName, distance: Int)?
    for name in self {
      let distance = distance(from: wanted, to: name.utf8)
      if distance <= tolerance, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  private func distance(from wanted: [UInt8], to name: [UInt8]) -> Int {
    let whole = editDistance(wanted, name)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return whole }
    return Swift.min(whole, editDistance(wanted, Array(name[(dot + 1)...])))
  }
}
