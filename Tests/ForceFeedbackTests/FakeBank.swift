import Glibc
import HapticSystem
import TestSupport
import Testing

@testable import ForceFeedback

func level(_ strength: UInt16, _ lease: Lease = .short) -> LeasedLevel {
  LeasedLevel(Level(strong: strength, weak: strength), lease)
}

let adding = BankSettings(isAdding: true, mayWriteGain: true, stopsBeforeLower: false)
let replacing = BankSettings(isAdding: false, mayWriteGain: false, stopsBeforeLower: false)

/// A bank on a fake node, proved as the daemon does it; what that took is forgotten.
func bank(_ kernel: FakeKernel, _ settings: BankSettings = adding) throws -> EffectBank {
  let probe = try Probe(FakePort(kernel), settings, mayWait: false)
  let bank = try #require(probe.bank)
  _ = kernel.takeCalls()
  return bank
}

extension EffectBank {
  func keep(_ effect: LeasedLevel) throws -> Bool {
    try prepare(effect, keepUntil: .distantFuture, at: .now)
  }
}

/// The same numbers in every run.
struct Steady: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) ^ state
  }
}
