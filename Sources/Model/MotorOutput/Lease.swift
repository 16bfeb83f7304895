/// The maximum time for which the kernel holds a level without a stop. It stops the motors if the daemon hangs.
///
/// There are three classes, so that levels repeat and stay uploaded. Each lease is longer than its steps by at least 24
/// ms: the daemon then always stops first, even if the kernel ends effects a tick early.
public enum Lease: UInt16, CaseIterable, Comparable, Sendable {
  case short = 64
  case medium = 256
  /// Steps longer than this lease are rearmed while they run.
  case long = 1024

  /// Selects the smallest class for a step of this length: short up to 40 ms, medium up to 200 ms, else long.
  public init(for length: Duration) {
    if length <= .milliseconds(40) {
      self = .short
    } else if length <= .milliseconds(200) {
      self = .medium
    } else {
      self = .long
    }
  }

  /// The lease as `replay.length` of the kernel's `ff_effect`.
  public var milliseconds: UInt16 { rawValue }
  public var duration: Duration { .milliseconds(rawValue) }

  public static func < (left: Lease, right: Lease) -> Bool { left.rawValue < right.rawValue }
}
