/// A limit on a counted resource, such as bytes or connections. An amount that counts here also counts with the parent, or,
/// up to a part of the limit, with a reserve.
final class Quota {
  let limit: Int
  private let parent: Quota?
  private let reserve: Quota?
  /// The most that counts with the reserve, and what counts with it now.
  private let mostReserved: Int
  private var reserved = 0
  private(set) var used = 0
  /// The highest amount since `forgetPeak`.
  private(set) var peak = 0

  /// - Parameter mostReserved: the amount that counts with the reserve and not with the parent, while the reserve has room.
  init(_ limit: Int, within parent: Quota? = nil, first mostReserved: Int = 0, from reserve: Quota? = nil) {
    self.limit = limit
    self.parent = parent
    self.mostReserved = mostReserved
    self.reserve = reserve
  }

  /// Whether `take` would grant an amount.
  func hasRoom(for amount: Int = 1) -> Bool {
    let isReserved = amount <= mostReserved - reserved && reserve?.hasRoom(for: amount) == true
    return amount <= limit - used && (isReserved || parent?.hasRoom(for: amount) != false)
  }

  /// Takes an amount here and from every parent.
  ///
  /// - Returns: false if that exceeds a limit; nothing is taken then.
  func take(_ amount: Int = 1) -> Bool {
    guard amount <= limit - used else { return false }
    if amount <= mostReserved - reserved, reserve?.take(amount) == true {
      reserved += amount
    } else if parent?.take(amount) == false {
      return false
    }
    used += amount
    peak = max(peak, used)
    return true
  }

  func forgetPeak() { peak = used }

  func giveBack(_ amount: Int = 1) {
    used -= amount
    assert(used >= 0, "more was given back than was taken")
    // What the others could use is given back first.
    let surplus = max(reserved - used, 0)
    reserved -= surplus
    if surplus > 0 { reserve?.giveBack(surplus) }
    if surplus < amount { parent?.giveBack(amount - surplus) }
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
