extension Verdict {
  /// Whether the request succeeded.
  public var isSuccess: Bool { self == .played || self == .done || self == .silent }
}
