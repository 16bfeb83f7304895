/// The location of a playback if no device is given.
public enum Locality: UInt8, CaseIterable, Sendable {
  /// The device with the screen: its own motor, otherwise any device.
  case phone = 1
  /// A gamepad; of several, the one used last.
  case gamepad
  /// The gamepad used last if it was used recently, otherwise the phone.
  case hand
  /// All devices at once.
  case everywhere

  /// The name in commands, settings and reports.
  public var name: String { String(describing: self) }

  /// Creates the locality with this name, or nil if there is none.
  public init?(name: some StringProtocol) {
    guard let locality = Locality.allCases.first(where: { $0.name == name }) else { return nil }
    self = locality
  }
}
