internal import HapticSystem

/// The effects of an emulated device: stores them in slots, adds the active ones, and ends them after their length. A
/// value without a clock; `UinputDevice` passes the time.
struct MemlessMixer {
  /// Whether effects end by themselves, as with ff-memless, or only by a stop.
  let endsByItself: Bool
  private var slots: [Int: Effect] = [:]
  private var playing: [Int: Instant] = [:]
  private var gain: UInt32 = 0xffff

  init(endsByItself: Bool) { self.endsByItself = endsByItself }

  mutating func upload(_ effect: Effect) { slots[Int(effect.id)] = effect }

  mutating func erase(_ id: Int) {
    slots[id] = nil
    playing[id] = nil
  }

  mutating func play(_ id: Int, count: Int32, at now: Instant) {
    guard let effect = slots[id], count > 0 else { return }
    let endless = !endsByItself || effect.lengthMilliseconds == 0
    let length = Duration.milliseconds(Int(effect.lengthMilliseconds) * Int(count))
    playing[id] = endless ? .distantFuture : now + length
  }

  mutating func stop(_ id: Int) { playing[id] = nil }

  mutating func setGain(_ value: UInt16) { gain = UInt32(value) }

  /// Removes the effects that have ended by `now`.
  mutating func advance(to now: Instant) { playing = playing.filter { $0.value > now } }

  /// The time at which the next effect ends by itself; nil if none will.
  var nextEnd: Instant? {
    let end = playing.values.min()
    return end == .distantFuture ? nil : end
  }

  /// The sum of the active effects, multiplied by the gain and limited to the maximum.
  var motors: MotorState {
    var strong: UInt32 = 0
    var weak: UInt32 = 0
    for id in playing.keys {
      guard let level = slots[id]?.motors else { continue }
      strong += UInt32(level.strong) * gain / 0xffff
      weak += UInt32(level.weak) * gain / 0xffff
    }
    return MotorState(strong: UInt16(min(strong, 0xffff)), weak: UInt16(min(weak, 0xffff)))
  }
}
