@_exported public import MotorOutput

// Levels with their leases, as devices keep them.

extension Drive {
  /// The lease of step `index`.
  public func lease(ofStep index: Int) -> Lease { Lease(for: length(ofStep: index)) }

  /// The effects to upload before the drive can play without uploads, without duplicates, in order of first use.
  public var palette: [LeasedLevel] {
    var palette: [LeasedLevel] = []
    for (index, step) in steps.enumerated() where step.level != .off {
      let leased = LeasedLevel(step.level, lease(ofStep: index))
      if !palette.contains(leased) { palette.append(leased) }
    }
    return palette
  }
}
