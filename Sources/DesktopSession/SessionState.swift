/// Whether the person is at the machine.
public struct SessionState: Equatable, Sendable {
  /// Whether the session is the one on the screen. True where nobody knows.
  public var isActive = true
  /// Whether the screen is locked. False where nobody knows.
  public var isLocked = false

  public init(isActive: Bool = true, isLocked: Bool = false) {
    self.isActive = isActive
    self.isLocked = isLocked
  }
}
