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

    public init(rawValue: UInt8) {
      switch rawValue {
      case 1: self = .memless
      case 2: self = .uinput
      case 3: self = .own
      case 4: self = .simulated
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .memless: 1
      case .uinput: 2
      case .own: 3
      case .simulated: 4
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .memless: "memless"
      case .uinput: "uinput"
      case .own: "own"
      case .simulated: "simulated"
      case .unknown(let number): "driver \(number)"
      }
    }

    public static let allCases = (1...4 as ClosedRange<UInt8>).map { Driver(rawValue: $0) }
  }
}
