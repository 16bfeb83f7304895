internal import HapticSystem

// Slots as a palette of levels.
//
// A device has few slots, shared with every other client of its node. Effects repeat constantly, so each is uploaded
// once and stays; what plays next is chosen by its slot. When the palette is full the effect that was used longest ago
// makes room, by being changed in place. Two things are spared: an effect somebody prepared, as long as it was asked
// to be kept, unless an effect must play now; and always the one that is playing.

/// Which effect is in which of our slots. A value: it knows nothing of the device.
struct Palette {
  struct Entry: Equatable {
    var effect: Effect
    let slot: Int16
    var keepUntil: Instant
    fileprivate var lastUse: UInt64
  }

  /// How many slots we take at most.
  let capacity: Int
  private(set) var entries: [Entry] = []
  private var uses: UInt64 = 0

  /// - Parameter slots: how many effects the device holds; we take half of them, at least one. Sixteen is more than
  ///   a hand can tell apart.
  init(slots: Int) {
    capacity = min(max(1, slots / 2), 16)
    entries.reserveCapacity(capacity)
  }

  var isFull: Bool { entries.count >= capacity }

  /// The slot of an effect, which thereby counts as used just now; nil where it is not resident.
  mutating func use(_ effect: Effect) -> Int16? {
    for index in entries.indices where entries[index].effect == effect {
      touch(index)
      return entries[index].slot
    }
    return nil
  }

  /// Spares a resident effect until `instant`, if that is later than before.
  ///
  /// - Returns: false where it is not resident.
  mutating func keep(_ effect: Effect, until instant: Instant) -> Bool {
    guard let index = entries.firstIndex(where: { $0.effect == effect }) else { return false }
    entries[index].keepUntil = max(entries[index].keepUntil, instant)
    touch(index)
    return true
  }

  /// The slot whose effect goes first.
  ///
  /// - Parameters:
  ///   - playing: the slot that must not go.
  ///   - mayTakeKept: whether a kept effect may go where there is no other.
  func leastNeeded(sparing playing: Int16?, mayTakeKept: Bool, at now: Instant) -> Int16? {
    let candidates = entries.lazy.filter { $0.slot != playing }
    if let free = candidates.filter({ $0.keepUntil <= now }).min(by: { $0.lastUse < $1.lastUse }) { return free.slot }
    return mayTakeKept ? candidates.min(by: { $0.lastUse < $1.lastUse })?.slot : nil
  }

  /// A slot holds this effect from now on, and no other.
  mutating func set(_ slot: Int16, to effect: Effect, keepUntil: Instant = .distantPast) {
    forget(slot)
    entries.append(Entry(effect: effect, slot: slot, keepUntil: keepUntil, lastUse: 0))
    touch(entries.count - 1)
  }

  /// A slot is not ours any more, or nobody knows what it holds.
  mutating func forget(_ slot: Int16) { entries.removeAll { $0.slot == slot } }

  private mutating func touch(_ index: Int) {
    uses += 1
    entries[index].lastUse = uses
  }
}
