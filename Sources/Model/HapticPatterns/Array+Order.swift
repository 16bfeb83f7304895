extension Array {
  /// Returns the elements in order of time; elements with the same time keep their order. Most patterns are already in
  /// order, and are returned unchanged.
  func inOrder(of time: (Element) -> Duration) -> [Element] {
    if indices.dropFirst().allSatisfy({ time(self[$0 - 1]) <= time(self[$0]) }) { return self }
    return packedOrder(of: time)?.map { self[$0] }
      ?? indices.map { (time: time(self[$0]), position: $0) }
      .sorted { ($0.time, $0.position) < ($1.time, $1.position) }
      .map { self[$0.position] }
  }

  /// Returns the positions in order of time, by sorting one number per element that combines nanoseconds and position;
  /// nil if a value does not fit, such as a fraction of a nanosecond.
  private func packedOrder(of time: (Element) -> Duration) -> [Int]? {
    guard count <= 1 << Self.positionBits else { return nil }
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for (position, element) in enumerated() {
      let (nanoseconds, rest) = time(element).attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      guard rest == 0, nanoseconds >= 0, nanoseconds < 1 << (64 - Self.positionBits) else { return nil }
      keys.append(UInt64(nanoseconds) << UInt64(Self.positionBits) | UInt64(position))
    }
    keys.sort()
    return keys.map { Int($0 & (1 << UInt64(Self.positionBits) - 1)) }
  }

  /// 20 bits for a million positions; 44 bits for more than four hours.
  private static var positionBits: Int { 20 }
}
