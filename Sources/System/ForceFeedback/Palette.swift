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
    let effect: LeasedLevel
    let slot: Int16
    var keepUntil: Instant
  }

  /// The largest number of slots to use.
  let capacity: Int
  /// The effect that was used last is at the end.
  private(set) var entries: [Entry] = []

  /// - Parameter slots: the number of effects that the device holds. Half of them are used, at least 1 and at most 16,
  ///   which is more levels than a user can distinguish.
  init(slots: Int) {
    capacity = min(max(1, slots / 2), 16)
    entries.reserveCapacity(capacity)
  }

  var isFull: Bool { entries.count >= capacity }

  /// Marks an effect as used, and returns its slot; nil if it is not resident.
  ///
  /// - Parameter keepUntil: it is kept until then, if that is later than before.
  mutating func use(_ effect: LeasedLevel, keepUntil instant: Instant = .distantPast) -> Int16? {
    guard let index = entries.lastIndex(where: { $0.effect == effect }) else { return nil }
    if instant > entries[index].keepUntil { entries[index].keepUntil = instant }
    let slot = entries[index].slot
    if index < entries.count - 1 { entries.append(entries.remove(at: index)) }
    return slot
  }

  /// The slot whose effect is replaced first.
  ///
  /// - Parameters:
  ///   - playing: the slot that must not be replaced.
  ///   - mayTakeKept: whether a kept effect may be replaced where there is no other.
  func leastNeeded(sparing playing: Int16?, mayTakeKept: Bool, at now: Instant) -> Int16? {
    let candidates = entries.lazy.filter { $0.slot != playing }
    let free = candidates.first { $0.keepUntil <= now }
    return free?.slot ?? (mayTakeKept ? candidates.first?.slot : nil)
  }

  /// Notes the effect that a slot holds from now on.
  mutating func set(_ slot: Int16, to effect: LeasedLevel, keepUntil: Instant = .distantPast) {
    forget(slot)
    entries.append(Entry(effect: effect, slot: slot, keepUntil: keepUntil))
  }

  /// Removes a slot that was freed.
  mutating func forget(_ slot: Int16) { entries.removeAll { $0.slot == slot } }
}
