/// How long the kernel may hold a level by itself, if nobody stops it: the dead man's handle on a hung daemon.
///
/// Three classes, so that levels repeat and stay uploaded. Each leaves a step at least 24 ms of grace: the daemon
/// stops in time, and a kernel that ends effects a tick early must not be faster.
public enum Lease: UInt16, CaseIterable, Comparable, Sendable {
  case short = 64
  case medium = 256
  /// Steps that last longer than this one are armed again while they run.
  case long = 1024

  /// The smallest class for a step of this length: short up to 40 ms, medium up to 200 ms, else long.
  public init(for length: Duration) {
    if length <= .milliseconds(40) {
      self = .short
    } else if length <= .milliseconds(200) {
      self = .medium
    } else {
      self = .long
    }
  }

  public var milliseconds: UInt16 { rawValue }
  public var duration: Duration { .milliseconds(rawValue) }

  public static func < (left: Lease, right: Lease) -> Bool { left.rawValue < right.rawValue }
}

extension Drive {
  /// A level with the lease it is uploaded with: what occupies one slot of a device.
  public struct LeasedLevel: Hashable, Sendable {
    public let level: Level
    public let lease: Lease

    public init(level: Level, lease: Lease) {
      self.level = level
      self.lease = lease
    }
  }

  /// The lease of step `index`.
  public func lease(ofStep index: Int) -> Lease { Lease(for: length(ofStep: index)) }

  /// What must be uploaded before the drive can be walked without an upload, each once, in order of first use.
  public var palette: [LeasedLevel] {
    var palette: [LeasedLevel] = []
    for (index, step) in steps.enumerated() where step.level != .off {
      let leased = LeasedLevel(level: step.level, lease: lease(ofStep: index))
      if !palette.contains(leased) { palette.append(leased) }
    }
    return palette
  }
}
