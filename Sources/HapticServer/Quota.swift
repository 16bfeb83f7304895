/// A limit on something that is counted, such as bytes or connections. What counts here counts with the parent as well.
final class Quota {
  let limit: Int
  private let parent: Quota?
  private(set) var used = 0

  init(_ limit: Int, within parent: Quota? = nil) {
    self.limit = limit
    self.parent = parent
  }

  /// The largest amount that `take` grants.
  var available: Int {
    let own = limit - used
    guard let parent else { return own }
    return min(own, parent.available)
  }

  /// Takes an amount here and from every parent.
  ///
  /// - Returns: false where that exceeds a limit; nothing is taken then.
  func take(_ amount: Int = 1) -> Bool {
    guard amount <= available else { return false }
    add(amount)
    return true
  }

  func giveBack(_ amount: Int = 1) {
    add(-amount)
    assert(used >= 0, "more was given back than was taken")
  }

  private func add(_ amount: Int) {
    used += amount
    parent?.add(amount)
  }
}

/// An amount of a quota that is given back when the last reference to this goes.
final class Charge {
  private let quota: Quota
  private let amount: Int

  /// - Returns: nil where the quota does not have so much left.
  init?(_ amount: Int, to quota: Quota) {
    guard quota.take(amount) else { return nil }
    self.quota = quota
    self.amount = amount
  }

  deinit { quota.giveBack(amount) }
}
