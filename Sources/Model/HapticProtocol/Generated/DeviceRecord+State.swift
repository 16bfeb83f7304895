// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceRecord {
  /// The state of a device.
  public enum State: OpenSet {
    /// The device can play.
    case ready
    /// The device is being opened.
    case opening
    /// The daemon does not use devices of this kind.
    case ignored
    /// The daemon may not open the device.
    case noPermission
    /// The device cannot be used.
    case failed
    /// The device does not respond.
    case stalled
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .ready: (1, "ready")
      case .opening: (2, "opening")
      case .ignored: (3, "ignored")
      case .noPermission: (4, "noPermission")
      case .failed: (5, "failed")
      case .stalled: (6, "stalled")
      case .unknown(let number): (number, "state \(number)")
      }
    }

    public static let allCases: [State] = [.ready, .opening, .ignored, .noPermission, .failed, .stalled]
  }
}
