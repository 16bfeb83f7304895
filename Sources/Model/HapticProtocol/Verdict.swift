extension Verdict {
  /// Whether the request succeeded: played, done, or silent on purpose.
  public var isSuccess: Bool { self == .played || self == .done || self == .silent }
}
