extension Duration {
  /// This as a part of `whole`: the same as dividing, but where 64 bits are enough, as they are for nine seconds, a tenth of
  /// the work. Slopes ask for it every few milliseconds.
  func part(of whole: Duration) -> Double {
    let (part, all) = (Int64(truncatingIfNeeded: attoseconds), Int64(truncatingIfNeeded: whole.attoseconds))
    guard Int128(part) == attoseconds, Int128(all) == whole.attoseconds else { return self / whole }
    return Double(part) / Double(all)
  }
}
