/// How long a level plays on when nobody stops it: the dead man's limit, handed to the kernel with every level.
///
/// The player always writes the stop itself, on time; the lease only ends what a hung daemon left on. Few classes, so
/// that levels stay shared between effects; longer steps renew their lease.
///
///     write ─┬──────── step ────────┬─ stop written by the player
///            └──────────── lease ───┼──────────┴ the kernel stops what is still on
///                                   └ renewal, where the step goes on
public enum Lease: UInt16, Sendable, CaseIterable {
  case short = 64
  case medium = 256
  case long = 1024

  /// The shortest lease under which a step of this length ends without renewal; `long` for longer steps.
  public init(covering step: Duration) {
    self =
      if step <= .milliseconds(40) { .short } else if step <= .milliseconds(200) { .medium } else { .long }
  }

  /// The lease as the kernel gets it in `replay.length`.
  public var duration: Duration { .milliseconds(Int64(rawValue)) }

  /// When, after the write, a level that goes on is written again: an eighth before the lease ends. The kernel never
  /// ends an effect early, so that no gap is felt.
  var renewal: Duration { .milliseconds(Int64(rawValue - rawValue / 8)) }
}
