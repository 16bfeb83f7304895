internal import CHapticLinux
internal import HapticSystem

/// The accelerometer of a gamepad: a node with `INPUT_PROP_ACCELEROMETER`, whose axes have a resolution in units per g
/// (Documentation/input/event-codes.rst).
final class EvdevMotionSensor: MotionSensor {
  let range: Double?
  private let node: InputNode
  private var frame: MotionFrame

  init(path: String) throws(Errno) {
    node = try InputNode(path: path)
    let codes = UInt16(ABS_X)...UInt16(ABS_Z)
    var axes: [MotionFrame.Axis] = []
    for code in codes { axes.append(try MotionFrame.Axis(node.axis(code))) }
    range = axes.map(\.largest).min()
    frame = MotionFrame(axes)
    try node.keepOnly(axes: codes, clock: true)
  }

  var descriptor: Int32? { node.rawValue }
  var pollInterval: Duration { .zero }

  func take() throws(Errno) -> [MotionReading] {
    var readings: [MotionReading] = []
    while case let events = try node.takeEvents(), !events.isEmpty {
      readings += events.compactMap { frame.reading(after: MotionFrame.Input($0)) }
    }
    return readings
  }
}

extension MotionFrame.Axis {
  fileprivate init(_ axis: InputNode.Axis) throws(Errno) {
    guard axis.resolution > 0 else { throw .invalidArgument }
    self.init(
      resolution: Double(axis.resolution), value: axis.value,
      most: min(axis.maximum, axis.minimum == .min ? .max : -axis.minimum))
  }
}

extension MotionFrame.Input {
  fileprivate init(_ event: InputNode.Event) {
    switch (event.type, Int32(event.code)) {
    case (EV_ABS, ABS_X...ABS_Z): self = .axis(Int(event.code) - Int(ABS_X), event.value)
    case (EV_MSC, MSC_TIMESTAMP): self = .stamp(UInt32(bitPattern: event.value))
    case (EV_SYN, SYN_REPORT): self = .end(event.time)
    default: self = event.isDropped ? .dropped : .other
    }
  }
}
