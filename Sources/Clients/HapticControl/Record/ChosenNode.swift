internal import HapticSystem
internal import Haptics

/// Finds a node by its path, the number of its device, its name, or a unique part of its name. Only a number needs a
/// daemon.
struct ChosenNode {
  let nodes: [LocalNode]
  /// The devices of the running daemon; nil if none is running.
  let records: () throws(Failure) -> [DeviceRecord]?

  static let help = "A device's number, its name, a unique part of its name, or its node. The default is the only one."

  func named(_ text: String?) throws(Failure) -> LocalNode {
    guard let text else { return try only() }
    if text.hasPrefix("/") { return try node(at: text) }
    if ChosenDevice.isNumber(text) { return try node(ofDevice: text) }
    if let node = try nodes.only(named: text, \.name, candidate: \.candidate, or: "the node, or ") { return node }
    throw .usage("there is no device '\(text)'\(candidates)")
  }

  private func only() throws(Failure) -> LocalNode {
    let used = nodes.filter { $0.reasonToIgnore == nil }
    let found = used.isEmpty ? nodes : used
    if found.count == 1 { return found[0] }
    throw .usage(
      nodes.isEmpty
        ? "there is no force feedback device; 'hapticctl doctor' shows more"
        : "there are several devices: \(list(found)); name one")
  }

  private func node(at path: String) throws(Failure) -> LocalNode {
    let resolved = Folder.resolved(path) ?? path
    if let node = nodes.first(where: { $0.path == resolved }) { return node }
    throw .usage("\(path) is no force feedback node\(candidates)")
  }

  private func node(ofDevice number: String) throws(Failure) -> LocalNode {
    let record = try ChosenDevice.numbered(number, among: try records())
    guard record.driver != .simulated else {
      throw .usage("'\(record.name)' is a simulated motor, which has no node to record")
    }
    return try node(at: record.path)
  }

  private var candidates: String {
    nodes.isEmpty ? ": no node has force feedback; 'hapticctl doctor' shows more" : "; there are \(list(nodes))"
  }

  private func list(_ nodes: [LocalNode]) -> String { nodes.map(\.candidate).joined(separator: ", ") }
}

extension LocalNode {
  /// A node in messages, such as `/dev/input/event5 (gpio-vibrator)`.
  fileprivate var candidate: String { "\(path) (\(name))" }

  /// The reason why hapticd does not use the node; nil if it does.
  var reasonToIgnore: String? {
    if let reason = properties["HAPTIC_IGNORE"] { return reason }
    let kind = properties["HAPTIC_CLASS"] ?? ""
    return ["wheel", "joystick", "touchpad"].contains(kind) ? "hapticd does not use a \(kind)" : nil
  }
}
