/// A limit on a counted resource, such as bytes or connections. An amount that counts here also counts with the parent.
final class Quota {
  let limit: Int
  private let parent: Quota?
  private(set) var used = 0
  /// The highest amount since `forgetPeak`.
  private(set) var peak = 0

  init(_ limit: Int, within parent: Quota? = nil) {
    self.limit = limit
    self.parent = parent
  }

  /// Whether `take` would grant an amount.
  func hasRoom(for amount: Int = 1) -> Bool { amount <= limit - used && parent?.hasRoom(for: amount) != false }

  /// Takes an amount here and from every parent.
  ///
  /// - Returns: false if that exceeds a limit; nothing is taken then.
  func take(_ amount: Int = 1) -> Bool {
    guard amount <= limit - used, parent?.take(amount) != false else { return false }
    used += amount
    peak = max(peak, used)
    return true
  }

  func forgetPeak() { peak = used }

  func giveBack(_ amount: Int = 1) {
    used -= amount
    assert(used >= 0, "more was given back than was taken")
    parent?.giveBack(amount)
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
