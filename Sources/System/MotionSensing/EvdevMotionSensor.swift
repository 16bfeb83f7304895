internal import CHapticLinux
internal import HapticSystem

/// The accelerometer of a gamepad: a node with `INPUT_PROP_ACCELEROMETER`, whose axes have a resolution in units per g
/// (Documentation/input/event-codes.rst).
final class EvdevMotionSensor: MotionSensor {
  let range: Double?
  private let file: FileDescriptor
  private var frame: MotionFrame

  init(path: String) throws(Errno) {
    file = try FileDescriptor.open(path, .nonBlocking)
    let descriptor = file.rawValue
    _ = try retryingInterrupts { haptic_use_monotonic_clock(descriptor) }
    var axes: [MotionFrame.Axis] = []
    for code in UInt16(ABS_X)...UInt16(ABS_Z) { axes.append(try MotionFrame.Axis(descriptor, code)) }
    range = axes.map(\.largest).min()
    frame = MotionFrame(axes)
    _ = try retryingInterrupts { haptic_hear_motion(descriptor) }
  }

  var descriptor: Int32? { file.rawValue }
  var pollInterval: Duration { .zero }

  func take() throws(Errno) -> [MotionReading] {
    var readings: [MotionReading] = []
    while true {
      var inputs = [64 of haptic_input](repeating: haptic_input())
      var span = inputs.mutableSpan
      let number = file.rawValue
      // unsafe: the kernel fills the structures only during the call
      let count = unsafe span.withUnsafeMutableBufferPointer {
        unsafe haptic_read_inputs(number, $0.baseAddress!, Int32($0.count))
      }
      guard count > 0 else {
        if count < 0, Errno.last != .wouldBlock, Errno.last != .interrupted { throw .last }
        return readings
      }
      for index in 0..<Int(count) {
        if let reading = frame.reading(after: MotionFrame.Input(inputs[index])) { readings.append(reading) }
      }
    }
  }
}

extension MotionFrame.Axis {
  fileprivate init(_ descriptor: Int32, _ code: UInt16) throws(Errno) {
    var (least, most, place, resolution): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    _ = try retryingInterrupts { unsafe haptic_axis(descriptor, code, &least, &most, &place) }
    _ = try retryingInterrupts { unsafe haptic_axis_resolution(descriptor, code, &resolution) }
    guard resolution > 0 else { throw .invalidArgument }
    self.init(resolution: Double(resolution), value: place, most: min(most, least == .min ? .max : -least))
  }
}

extension MotionFrame.Input {
  fileprivate init(_ input: haptic_input) {
    let time = Instant(nanoseconds: input.nanoseconds)
    switch (Int32(input.type), Int32(input.code)) {
    case (EV_ABS, ABS_X...ABS_Z): self = .axis(Int(input.code) - Int(ABS_X), input.value)
    case (EV_MSC, MSC_TIMESTAMP): self = .stamp(UInt32(bitPattern: input.value))
    case (EV_SYN, SYN_REPORT): self = .end(time)
    case (EV_SYN, SYN_DROPPED): self = .dropped
    default: self = .other
    }
  }
}
