// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension StatisticsReport {
  /// A stage of the latency.
  public enum Stage: OpenSet, NamedNumber {
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

    @inline(__always)
    var row: (number: UInt32, name: String) {
      switch self {
      case .received: (1, "received")
      case .admitted: (2, "admitted")
      case .written: (3, "written")
      case .step: (4, "step")
      case .unknown(let number): (number, "stage \(number)")
      }
    }

    public static let allCases: [Stage] = [.received, .admitted, .written, .step]
  }
}
