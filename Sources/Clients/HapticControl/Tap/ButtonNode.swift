internal import CHapticLinux
internal import Glibc
internal import HapticSystem

/// The buttons and triggers of an input node, with the kernel's times.
struct ButtonNode: ~Copyable {
  private let file: FileDescriptor
  private var presses: ButtonPresses

  /// Opens a node such as `/dev/input/event5`.
  ///
  /// - Parameter usesTriggers: whether analog triggers are recorded in place of buttons.
  /// - Throws: a failure if it is no input node, or has no triggers.
  init(_ path: String, usesTriggers: Bool) throws(Failure) {
    let node = try Self.open(path)
    let triggers = usesTriggers ? Self.triggers(of: node.rawValue) : [:]
    if usesTriggers, triggers.isEmpty {
      throw .usage("\(path.shownName) has no analog trigger; leave out --triggers")
    }
    file = node
    presses = ButtonPresses(triggers)
  }

  private static func open(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(Errno) {
      let file = try FileDescriptor.open(path, .nonBlocking)
      let descriptor = file.rawValue
      _ = try retryingInterrupts { haptic_use_monotonic_clock(descriptor) }
      return file
    } catch {
      throw .usage(
        "\(path.shownName) cannot be read as an input node: \(error); give a node that you may read, such as "
          + "/dev/input/event5")
    }
  }

  private static func triggers(of descriptor: Int32) -> [UInt16: AnalogTrigger] {
    var triggers: [UInt16: AnalogTrigger] = [:]
    for code in [ABS_Z, ABS_RZ, ABS_GAS, ABS_BRAKE].map(UInt16.init) {
      var (least, most, place): (Int32, Int32, Int32) = (0, 0, 0)
      guard unsafe haptic_axis(descriptor, code, &least, &most, &place) == 0, most > least else { continue }
      triggers[code] = AnalogTrigger(least: least, most: most)
    }
    return triggers
  }

  var descriptor: Int32 { file.rawValue }
  var isHeld: Bool { presses.isHeld }

  /// The presses that have ended since the last call.
  ///
  /// - Throws: the error of the kernel, such as `.noDevice` after the device was unplugged.
  mutating func take() throws(Errno) -> [TapRecording.Press] {
    var ended: [TapRecording.Press] = []
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
        return ended
      }
      for index in 0..<Int(count) {
        let time = Instant(nanoseconds: inputs[index].nanoseconds)
        if let press = presses.press(after: ButtonPresses.Input(inputs[index]), at: time) { ended.append(press) }
      }
    }
  }
}

extension ButtonPresses.Input {
  fileprivate init(_ input: haptic_input) {
    switch (Int32(input.type), Int32(input.code)) {
    case (EV_KEY, _): self = .key(input.code, input.value)
    case (EV_ABS, _): self = .axis(input.code, input.value)
    case (EV_SYN, SYN_DROPPED): self = .dropped
    default: self = .other
    }
  }
}
