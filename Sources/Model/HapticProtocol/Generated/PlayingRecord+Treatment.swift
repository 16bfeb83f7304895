// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension PlayingRecord {
  /// The effect of playbacks of higher priority on this one.
  public enum Treatment: OpenSet {
    /// The motor follows the stronger playback.
    case mixed
    /// The playback is felt weaker.
    case ducked
    /// The playback is not felt, and its time continues.
    case held
    /// A value of a later version.
    case unknown(UInt8)

    public init(rawValue: UInt8) {
      switch rawValue {
      case 1: self = .mixed
      case 2: self = .ducked
      case 3: self = .held
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt8 {
      switch self {
      case .mixed: 1
      case .ducked: 2
      case .held: 3
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .mixed: "mixed"
      case .ducked: "ducked"
      case .held: "held"
      case .unknown(let number): "treatment \(number)"
      }
    }

    public static let allCases = (1...3 as ClosedRange<UInt8>).map { Treatment(rawValue: $0) }
  }
}
