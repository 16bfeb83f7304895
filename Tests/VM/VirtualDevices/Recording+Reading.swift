package import DeviceRecordings
internal import HapticSystem
package import TextDiagnostics

extension Recording {
  /// Reads a recording from a regular file.
  ///
  /// - Throws: `Refused` with the system's error, or with the line and the key of a mistake, and a remedy.
  package init(file path: String) throws(Refused) {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.read(path, upTo: Self.maximumBytes)
    } catch {
      throw Refused(Finding(error))
    }
    try self.init(text: bytes)
  }

  /// A recording with all keys and axes of the kernel has a tenth of this.
  private static let maximumBytes = 1 << 18

  /// Reads a recording. All of its parts must be there: a test must not replay half a device.
  ///
  /// - Throws: `Refused` with the line and the key of a mistake, and a remedy.
  package init(text: [UInt8]) throws(Refused) {
    let (recording, warnings) = try JSONDocument(text).read { (root, _) throws(Remark) in try Recording(root) }
    if let warning = warnings.first { throw Refused(warning) }
    self = recording
  }

  private init(_ root: JSONNode) throws(Remark) {
    try Self.checkVersion(of: root)
    var members = try Members(root)
    _ = try members.take("recording")
    self.init(
      identity: try RecordedIdentity(&members), driver: try members.text("driver"), kernel: try members.text("kernel"),
      // To the kernel's FF_MAX_EFFECTS; 0 for a driver that shows effects and accepts none.
      slotCount: try members.take("slotCount").integer(in: 0...96),
      properties: try Self.properties(try members.take("properties")),
      capabilities: try NodeCapabilities(try members.take("capabilities")),
      answers: try Self.answers(try members.take("uploads")),
      latencies: try members.takeIfPresent("latencies").map { (node) throws(Remark) in try CallLatencies(node) })
    try members.finish()
  }

  private static func checkVersion(of root: JSONNode) throws(Remark) {
    guard let node = root["recording"] else {
      throw root.remark("not a recording of a device: no \"recording\"", remedy: remedy)
    }
    guard case .number(let number) = node.value, number >= 1 else {
      throw node.remark("expected the version of the format", remedy: "write \(version)")
    }
    guard number == Double(version) else {
      throw node.remark(
        "a recording of version \(Quotation.number(number)); this is hapticd with version \(version)",
        remedy: "use a later hapticd, or record the device again with this one")
    }
  }

  static let remedy = "make one with hapticctl record"

  private static func answers(_ node: JSONNode) throws(Remark) -> [TrialUpload: UploadAnswer] {
    var members = try Members(node)
    var answers: [TrialUpload: UploadAnswer] = [:]
    for upload in TrialUpload.allCases {
      let node = try members.take(upload.rawValue)
      guard let answer = UploadAnswer(try node.text()) else {
        throw node.remark(
          "an unknown answer", remedy: "write \"accepted\", \"not tried\" or an error of C, such as \"EINVAL\"")
      }
      answers[upload] = answer
    }
    try members.finish()
    return answers
  }

  private static func properties(_ node: JSONNode) throws(Remark) -> [String: String] {
    var properties: [String: String] = [:]
    for (key, value) in try node.members() {
      guard key.hasPrefix("HAPTIC_"), key.utf8.allSatisfy(propertyCharacters.contains) else {
        throw Remark("not a property of hapticd", at: .key(value.path), remedy: "write HAPTIC_..., or remove it")
      }
      properties[key] = try value.text()
    }
    return properties
  }

  private static let propertyCharacters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_".utf8)
}

extension RecordedIdentity {
  fileprivate init(_ members: inout Members) throws(Remark) {
    self.init(
      name: try members.text("name"), bus: try members.take("bus").id(), vendor: try members.take("vendor").id(),
      product: try members.take("product").id(), version: try members.take("version").id())
  }
}

extension CallLatencies {
  fileprivate init(_ node: JSONNode) throws(Remark) {
    var members = try Members(node)
    self.init(
      upload: try CallLatency(try members.take("upload")), erase: try CallLatency(try members.take("erase")))
    try members.finish()
  }
}

extension CallLatency {
  fileprivate init(_ node: JSONNode) throws(Remark) {
    var members = try Members(node)
    let range = 0...Int(Int32.max)
    self.init(
      medianMicroseconds: try members.take("medianMicroseconds").integer(in: range),
      longestMicroseconds: try members.take("longestMicroseconds").integer(in: range))
    try members.finish()
  }
}

extension NodeCapabilities {
  fileprivate init(_ node: JSONNode) throws(Remark) {
    var members = try Members(node)
    func codes(_ family: CodeFamily) throws(Remark) -> [UInt16] {
      var codes: [UInt16] = []
      for node in try members.take(family.rawValue).list() {
        codes.append(try node.code(named: node.text(), family, at: .value(node.path), notIn: codes))
      }
      return codes
    }
    self.init(events: try codes(.event), keys: try codes(.key), effects: try codes(.effect))
    inputProperties = try codes(.property)
    for (name, value) in try members.take(CodeFamily.axis.rawValue).members() {
      let axis = try value.code(named: name, .axis, at: .key(value.path), notIn: Array(axes.keys))
      axes[axis] = try AxisRange(value)
    }
    try members.finish()
  }
}

extension AxisRange {
  fileprivate init(_ node: JSONNode) throws(Remark) {
    let ends = try node.list()
    guard ends.count == 2 else {
      throw node.remark("expected two numbers", remedy: "write the minimum and the maximum, such as [0, 255]")
    }
    let range = Int(Int32.min)...Int(Int32.max)
    self.init(minimum: Int32(try ends[0].integer(in: range)), maximum: Int32(try ends[1].integer(in: range)))
  }
}

extension Finding {
  fileprivate init(_ failure: RegularFile.Failure) {
    switch failure {
    case .refused(let error):
      self.init(.error, message: "cannot be read: \(error)", remedy: "check its path and its permissions")
    case .notRegular:
      self.init(.error, message: "not a regular file", remedy: "copy its contents to a file")
    case .tooLarge:
      self.init(.error, message: "too large for a recording of a device", remedy: Recording.remedy)
    }
  }
}
