/// The state of the user's session.
public struct SessionState: Equatable, Sendable {
  /// Whether the session is on the screen. True if this is unknown.
  public var isActive = true
  /// Whether the screen is locked. False if this is unknown.
  public var isLocked = false

  public init(isActive: Bool = true, isLocked: Bool = false) {
    self.isActive = isActive
    self.isLocked = isLocked
  }
}
