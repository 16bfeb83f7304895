/// A limit on a counted resource, such as bytes or connections. An amount that counts here also counts with the parent.
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
  /// - Returns: false if that exceeds a limit; nothing is taken then.
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

/// An amount of a quota that is given back with the last reference to this object.
final class Charge {
  private let quota: Quota
  private let amount: Int

  /// - Returns: nil if the quota has less than this left.
  init?(_ amount: Int, to quota: Quota) {
    guard quota.take(amount) else { return nil }
    self.quota = quota
    self.amount = amount
  }

  deinit { quota.giveBack(amount) }
}
