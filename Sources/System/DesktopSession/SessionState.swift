/// The state of the user's session.
package struct SessionState: Equatable, Sendable {
  /// Whether the session is on the screen. True if this is unknown.
  package var isActive = true
  /// Whether the screen is locked. False if this is unknown.
  package var isLocked = false
}
