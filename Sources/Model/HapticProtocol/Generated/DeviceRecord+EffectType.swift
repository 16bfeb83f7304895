// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceRecord {
  /// The type of kernel effect that was uploaded successfully.
  public enum EffectType: OpenSet {
    /// The daemon does not use the device.
    case none
    /// Two magnitudes.
    case rumble
    /// A magnitude and a period.
    case periodic
    /// One magnitude.
    case constant
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .none: (0, "none")
      case .rumble: (1, "rumble")
      case .periodic: (2, "periodic")
      case .constant: (3, "constant")
      case .unknown(let number): (number, "effect \(number)")
      }
    }

    public static let allCases: [EffectType] = [.none, .rumble, .periodic, .constant]
  }
}
