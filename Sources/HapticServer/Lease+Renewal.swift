internal import MotorRendering

// The player always writes the stop itself, on time; the lease only ends what a hung daemon left on.
//
//     write ─┬──────── step ────────┬─ stop, written by the player
//            └──────────── lease ───┼───────────┴ the kernel stops what is still on
//                                   └ renewal, where the step goes on

extension Lease {
  /// When, after the write, a level that goes on is written again: an eighth before the lease ends. The kernel never
  /// ends an effect early, so that no gap is felt.
  var renewal: Duration { .milliseconds(Int64(rawValue - rawValue / 8)) }
}
