/// A force-feedback node as a text: its abilities, and its answers to uploads. For bug reports, and for tests that replay
/// it as a virtual device.
///
/// Nothing in it identifies a person or one copy of a device: no serial number (uniq) and no physical path.
package struct Recording: Hashable, Sendable {
  package static let version = 1

  package var identity: RecordedIdentity
  /// The kernel driver; `uinput` for a device of a program.
  package var driver: String
  /// The release of the kernel, such as `6.12.38`.
  package var kernel: String
  /// The number of effects that the node holds.
  package var slotCount: Int
  /// The properties `HAPTIC_*` from udev's rules and hardware database.
  package var properties: [String: String]
  package var capabilities: NodeCapabilities
  package var answers: [TrialUpload: UploadAnswer]
  /// Nil if no upload was accepted.
  package var latencies: CallLatencies?

  package init(
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

package struct RecordedIdentity: Hashable, Sendable {
  package var name: String
  package var bus, vendor, product, version: UInt16

  package init(name: String, bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
    (self.name, self.bus, self.vendor, self.product, self.version) = (name, bus, vendor, product, version)
  }
}

/// The durations of calls to a node.
package struct CallLatencies: Hashable, Sendable {
  package var upload, erase: CallLatency

  package init(upload: CallLatency, erase: CallLatency) { (self.upload, self.erase) = (upload, erase) }
}

/// The durations of several calls.
package struct CallLatency: Hashable, Sendable {
  package var medianMicroseconds, longestMicroseconds: Int

  package init(medianMicroseconds: Int, longestMicroseconds: Int) {
    (self.medianMicroseconds, self.longestMicroseconds) = (medianMicroseconds, longestMicroseconds)
  }
}
