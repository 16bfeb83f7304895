// Generated from Sources/Protocol/protocol.json by Sources/Protocol/generate.

extension DeviceChange {
  /// The changes of a device.
  public enum Kind: OpenSet, NamedNumber {
    /// The device was added.
    case added
    /// The device was removed; the record is the last one.
    case removed
    /// The state of the device changed; for example, it stopped answering.
    case changed
    /// A value of a later version.
    case unknown(UInt32)

    @inline(__always)
    var row: (number: UInt32, name: String) {
      switch self {
      case .added: (1, "added")
      case .removed: (2, "removed")
      case .changed: (3, "changed")
      case .unknown(let number): (number, "change \(number)")
      }
    }

    public static let allCases: [Kind] = [.added, .removed, .changed]
  }
}
