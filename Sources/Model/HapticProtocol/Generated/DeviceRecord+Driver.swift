// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceRecord {
  /// The kind of kernel driver; it determines whether calls can block.
  public enum Driver: OpenSet {
    /// The kernel's software mixer, which never blocks.
    case memless
    /// A process, which may never answer.
    case uinput
    /// A driver with its own implementation, whose uploads wait for the hardware.
    case own
    /// A simulation by the daemon.
    case simulated
    /// A value of a later version.
    case unknown(UInt8)

    public var rawValue: UInt8 { row.number }
    public var name: String { row.name }

    @inline(__always)
    private var row: (number: UInt8, name: String) {
      switch self {
      case .memless: (1, "memless")
      case .uinput: (2, "uinput")
      case .own: (3, "own")
      case .simulated: (4, "simulated")
      case .unknown(let number): (number, "driver \(number)")
      }
    }

    public static let allCases: [Driver] = [.memless, .uinput, .own, .simulated]
  }
}
