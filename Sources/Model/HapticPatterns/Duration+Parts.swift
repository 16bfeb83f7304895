extension Duration {
  /// Returns the duration as a fraction of `whole`.
  ///
  /// Equals a division. Durations that fit into 64 bits of attoseconds, up to 9 seconds, take a tenth of the time;
  /// slopes call this every few milliseconds.
  func part(of whole: Duration) -> Double {
    let (part, all) = (Int64(truncatingIfNeeded: attoseconds), Int64(truncatingIfNeeded: whole.attoseconds))
    guard Int128(part) == attoseconds, Int128(all) == whole.attoseconds else { return self / whole }
    return Double(part) / Double(all)
  }
}
