/// Where something should be felt, when no device is named.
public enum Locality: UInt8, CaseIterable, Sendable {
  /// The thing that has the screen: its own motor, else whatever is there.
  case phone = 1
  /// A gamepad: the one touched last, where there are several.
  case gamepad
  /// What is in the hand: the pad touched last if that was a moment ago, else the phone.
  case hand
  /// All of them at once.
  case everywhere

  /// The locality's name in commands, configuration and reports.
  public var name: String { String(describing: self) }

  /// The locality with this name, or nil.
  public init?(name: some StringProtocol) {
    guard let locality = Locality.allCases.first(where: { $0.name == name }) else { return nil }
    self = locality
  }
}
