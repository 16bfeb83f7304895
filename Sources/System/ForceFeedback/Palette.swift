internal import HapticSystem

// Slots as a palette of levels.
//
// A device has few slots, shared with every other program that uses its node. Effects repeat constantly, so each is
// uploaded once and stays, and is played by its slot. When the palette is full the least recently used effect is
// replaced in place. A prepared effect is kept until its time is over, unless another effect must play now. The effect
// that plays is never replaced.

/// The effects in the slots of this process. A value: it does not know the device.
struct Palette {
  struct Entry: Equatable {
    var effect: LeasedLevel
    let slot: Int16
    var keepUntil: Instant
    fileprivate var lastUse: UInt64
  }

  /// The largest number of slots to use.
  let capacity: Int
  private(set) var entries: [Entry] = []
  private var uses: UInt64 = 0

  /// - Parameter slots: the number of effects that the device holds. Half of them are used, at least 1 and at most 16,
  ///   which is more levels than a user can distinguish.
  init(slots: Int) {
    capacity = min(max(1, slots / 2), 16)
    entries.reserveCapacity(capacity)
  }

  var isFull: Bool { entries.count >= capacity }

  /// Marks an effect as used, and returns its slot; nil if it is not resident.
  mutating func use(_ effect: LeasedLevel) -> Int16? {
    for index in entries.indices where entries[index].effect == effect {
      touch(index)
      return entries[index].slot
    }
    return nil
  }

  /// Keeps a resident effect until `instant`, if that is later than before.
  ///
  /// - Returns: false where it is not resident.
  mutating func keep(_ effect: LeasedLevel, until instant: Instant) -> Bool {
    guard let index = entries.firstIndex(where: { $0.effect == effect }) else { return false }
    entries[index].keepUntil = max(entries[index].keepUntil, instant)
    touch(index)
    return true
  }

  /// The slot whose effect is replaced first.
  ///
  /// - Parameters:
  ///   - playing: the slot that must not be replaced.
  ///   - mayTakeKept: whether a kept effect may be replaced where there is no other.
  func leastNeeded(sparing playing: Int16?, mayTakeKept: Bool, at now: Instant) -> Int16? {
    let candidates = entries.lazy.filter { $0.slot != playing }
    if let free = candidates.filter({ $0.keepUntil <= now }).min(by: { $0.lastUse < $1.lastUse }) { return free.slot }
    return mayTakeKept ? candidates.min(by: { $0.lastUse < $1.lastUse })?.slot : nil
  }

  /// Notes the effect that a slot holds from now on.
  mutating func set(_ slot: Int16, to effect: LeasedLevel, keepUntil: Instant = .distantPast) {
    forget(slot)
    entries.append(Entry(effect: effect, slot: slot, keepUntil: keepUntil, lastUse: 0))
    touch(entries.count - 1)
  }

  /// Removes a slot that was freed.
  mutating func forget(_ slot: Int16) { entries.removeAll { $0.slot == slot } }

  private mutating func touch(_ index: Int) {
    uses += 1
    entries[index].lastUse = uses
  }
}
