internal import DeviceRecordings
internal import Haptics

/// A device in a report: the daemon's record of it, the properties of its node, and the recording.
struct ReportedDevice {
  /// Nil if the daemon does not know the node.
  let record: DeviceRecord?
  /// Nil for a simulated motor.
  let node: LocalNode?
  let recording: Result<Recording, Failure>?

  /// The devices of the daemon in its order, then the nodes that it does not know.
  static func all(
    _ records: [DeviceRecord], _ nodes: [LocalNode], record: (LocalNode) throws(Failure) -> Recording
  ) -> [ReportedDevice] {
    let known = records.map { device in (device, nodes.first { !device.path.isEmpty && $0.path == device.path }) }
    let others = nodes.filter { node in !records.contains { $0.path == node.path } }
    func recording(_ node: LocalNode?) -> Result<Recording, Failure>? {
      guard let node, node.reasonToIgnore == nil else { return nil }
      return Result { () throws(Failure) in try record(node) }
    }
    return known.map { ReportedDevice(record: $0, node: $1, recording: recording($1)) }
      + others.map { ReportedDevice(record: nil, node: $0, recording: recording($0)) }
  }

  var lines: [String] {
    ["device: \(record?.name ?? node?.name ?? "")"] + recordLines + nodeLines + ["recording:"] + recordingLines
  }

  private var recordLines: [String] {
    guard let record else { return ["the daemon does not know it"] }
    let state = record.reason.isEmpty ? record.state.words : "\(record.state.words): \(record.reason)"
    let ids = [record.bus, record.vendor, record.product, record.version].map { hexadecimal($0) }
    return [
      "\(record.kind), \(state), driver \(record.driver.words), plays \(record.effectText)",
      "bus \(ids[0]), vendor \(ids[1]), product \(ids[2]), version \(ids[3])",
      "slots \(record.slotsText), upload \(record.uploadText), play \(record.playText)"
        + (record.errorNumber == 0 ? "" : ", last error \(record.errorNumber)"),
      "motor: \(record.motorText)",
      "calibration: \(record.motor.isMeasured ? "measured, see motor" : "none")",
    ]
  }

  private var nodeLines: [String] {
    guard let node else { return [] }
    return ["kernel driver: \(node.driver ?? "uinput")"]
      + node.properties.filter { $0.key.hasPrefix("HAPTIC_") }.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
  }

  private var recordingLines: [String] {
    switch recording {
    case .success(let recording):
      ([recording.warning].compactMap(\.self).map { "warning: \($0)" })
        + recording.text.split(separator: "\n").map(String.init)
    case .failure(let failure): ["none: \(failure.message)"]
    case nil: [node?.reasonToIgnore.map { "none: ignored: \($0)" } ?? "none: it has no node"]
    }
  }
}
