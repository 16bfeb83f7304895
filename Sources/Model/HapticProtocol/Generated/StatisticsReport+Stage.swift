// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension StatisticsReport {
  /// A stage of the latency.
  public enum Stage: OpenSet {
    /// From the cause, if given, to the time at which the daemon read the play.
    case received
    /// From reading to the decision.
    case admitted
    /// From reading to the first level at the device.
    case written
    /// The delay of the write of each level.
    case step
    /// A value of a later version.
    case unknown(UInt32)

    public init(rawValue: UInt32) {
      switch rawValue {
      case 1: self = .received
      case 2: self = .admitted
      case 3: self = .written
      case 4: self = .step
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: UInt32 {
      switch self {
      case .received: 1
      case .admitted: 2
      case .written: 3
      case .step: 4
      case .unknown(let number): number
      }
    }

    public var name: String {
      switch self {
      case .received: "received"
      case .admitted: "admitted"
      case .written: "written"
      case .step: "step"
      case .unknown(let number): "stage \(number)"
      }
    }

    public static let allCases = (1...4 as ClosedRange<UInt32>).map { Stage(rawValue: $0) }
  }
}
