/// A force-feedback node as a text: its abilities, and its answers to uploads. For bug reports, and for tests that replay
/// it as a virtual device.
///
/// Nothing in it identifies a person or one copy of a device: no serial number (uniq) and no physical path.
public struct Recording: Hashable, Sendable {
  /// The version of the format.
  public static let version = 1

  public var identity: RecordedIdentity
  /// The kernel driver; `uinput` for a device of a program.
  public var driver: String
  /// The release of the kernel, such as `6.12.38`.
  public var kernel: String
  /// The number of effects that the node holds.
  public var slotCount: Int
  /// The properties `HAPTIC_*` from udev's rules and hardware database.
  public var properties: [String: String]
  public var capabilities: NodeCapabilities
  public var answers: [TrialUpload: UploadAnswer]
  /// Nil if no upload was accepted.
  public var latencies: CallLatencies?

  public init(
    identity: RecordedIdentity, driver: String, kernel: String, slotCount: Int, properties: [String: String],
    capabilities: NodeCapabilities, answers: [TrialUpload: UploadAnswer], latencies: CallLatencies?
  ) {
    self.identity = identity
    self.driver = driver
    self.kernel = kernel
    self.slotCount = slotCount
    self.properties = properties
    self.capabilities = capabilities
    self.answers = answers
    self.latencies = latencies
  }
}

/// The name and the ids of a node.
public struct RecordedIdentity: Hashable, Sendable {
  public var name: String
  public var bus, vendor, product, version: UInt16

  public init(name: String, bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
    self.name = name
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

/// The durations of calls to a node.
public struct CallLatencies: Hashable, Sendable {
  public var upload, erase: CallLatency

  public init(upload: CallLatency, erase: CallLatency) {
    self.upload = upload
    self.erase = erase
  }
}

/// The durations of several calls.
public struct CallLatency: Hashable, Sendable {
  public var medianMicroseconds, longestMicroseconds: Int

  public init(medianMicroseconds: Int, longestMicroseconds: Int) {
    self.medianMicroseconds = medianMicroseconds
    self.longestMicroseconds = longestMicroseconds
  }
}
