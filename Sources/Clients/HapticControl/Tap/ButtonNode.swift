internal import CHapticLinux
internal import HapticSystem

/// The buttons and triggers of an input node, with the kernel's times.
struct ButtonNode: ~Copyable {
  private let node: InputNode
  private var presses: ButtonPresses

  /// Opens a node such as `/dev/input/event5`.
  ///
  /// - Parameter usesTriggers: whether analog triggers are recorded in place of buttons.
  /// - Throws: a failure if it is no input node, or has no triggers.
  init(_ path: String, usesTriggers: Bool) throws(Failure) {
    let node = try Self.open(path)
    let triggers = usesTriggers ? Self.triggers(of: node) : [:]
    if usesTriggers, triggers.isEmpty {
      throw .usage("\(path.shownName) has no analog trigger; leave out --triggers")
    }
    self.node = node
    presses = ButtonPresses(triggers)
  }

  private static func open(_ path: String) throws(Failure) -> InputNode {
    do throws(Errno) { return try InputNode(path: path) } catch {
      throw .usage(
        "\(path.shownName) cannot be read as an input node: \(error); give a node that you may read, such as "
          + "/dev/input/event5")
    }
  }

  private static func triggers(of node: borrowing InputNode) -> [UInt16: AnalogTrigger] {
    var triggers: [UInt16: AnalogTrigger] = [:]
    for code in [ABS_Z, ABS_RZ, ABS_GAS, ABS_BRAKE].map(UInt16.init) {
      guard let axis = try? node.axis(code), axis.maximum > axis.minimum else { continue }
      triggers[code] = AnalogTrigger(least: axis.minimum, most: axis.maximum)
    }
    return triggers
  }

  var descriptor: Int32 { node.rawValue }
  var isHeld: Bool { presses.isHeld }

  /// The presses that have ended since the last call.
  ///
  /// - Throws: the error of the kernel, such as `.noDevice` after the device was unplugged.
  mutating func take() throws(Errno) -> [TapRecording.Press] {
    var ended: [TapRecording.Press] = []
    while case let events = try node.takeEvents(), !events.isEmpty {
      ended += events.compactMap { presses.press(after: $0) }
    }
    return ended
  }
}
