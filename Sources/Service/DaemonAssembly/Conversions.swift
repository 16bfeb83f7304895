internal import ForceFeedback
internal import HapticPatterns
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import HapticThemes

// Conversions between the types of the other layers and those of the server, which do not depend on each other.

extension DeviceRecord {
  init(_ node: Node, _ motors: EvdevActuator) {
    self.init(node)
    effect =
      switch motors.type {
      case .rumble: .rumble
      case .sine: .periodic
      case .constant: .constant
      }
    slots = UInt16(clamping: motors.slots)
    slotShare = UInt16(clamping: motors.capacity)
    let costs = motors.costs
    uploadNanoseconds = UInt32(clamping: costs.upload.wholeNanoseconds)
    playNanoseconds = UInt32(clamping: costs.play.wholeNanoseconds)
    errorNumber = UInt32(clamping: motors.lastError?.errno.rawValue ?? 0)
  }

  /// The record of a node that is not in use.
  init(_ node: Node) {
    let description = node.description
    let identity = description.identity
    let state: State =
      switch node.state {
      case .opening: .opening
      case .ready: .ready
      case .stalled: .stalled
      case .ignored: .ignored
      case .noPermission: .noPermission
      case .failed: .failed
      }
    let driver: Driver =
      switch description.driverClass {
      case .memless: .memless
      case .uinput: .uinput
      case .own: .own
      }
    self.init(
      id: nil, state: state, driver: driver,
      kind: description.kind.map { Kind($0) } ?? .other, bus: identity.bus, vendor: identity.vendor,
      product: identity.product, version: identity.version,
      capabilities: identity.abilities.rawValue, name: identity.name, path: description.path, reason: node.state.reason)
    if case .failed(let error) = node.state { errorNumber = UInt32(clamping: error.rawValue) }
  }
}

extension FeedbackRecord {
  init(_ themed: ThemedFeedback) {
    self.init(
      themed.feedback.name, patternName: themed.patternName, theme: themed.theme, category: themed.feedback.category,
      isSilent: themed.isSilent, isFallback: themed.isFallback, duration: themed.feedback.pattern.duration)
  }
}
