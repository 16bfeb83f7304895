internal import MotorRendering

// The player writes every stop itself, on time. The lease only ends a level that a hung daemon left on.
//
//     write ─┬──────── step ────────┬─ stop, written by the player
//            └──────────── lease ───┼───────────┴ the kernel stops what is still on
//                                   └ renewal, if the step continues

extension Lease {
  /// The time from a write to its renewal if the level lasts: an eighth of the lease before its end, so that no gap is
  /// felt.
  var renewal: Duration { .milliseconds(Int64(rawValue - rawValue / 8)) }
}
