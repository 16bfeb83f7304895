internal import CHapticLinux

/// A node under /dev/input that is open for reading its events. No call waits.
package struct InputNode: ~Copyable, Sendable {
  /// An input event, with the time at which the kernel received it. The corresponding C type is `input_event`.
  package struct Event: Hashable, Sendable {
    package let time: Instant
    package let type: Int32
    package let code: UInt16
    package let value: Int32

    /// Whether the kernel has dropped events before this one.
    package var isDropped: Bool { type == EV_SYN && code == SYN_DROPPED }
  }

  /// The range of an axis and its present value, in units of the device. Drivers may give any numbers.
  package struct Axis: Hashable, Sendable {
    package let minimum, maximum: Int32
    package var value: Int32
    /// Units per millimetre or radian; for accelerometers, per g.
    package let resolution: Int32
  }

  private let file: FileDescriptor

  /// - Throws: the error of the kernel, such as `.noSuchFile` or `.permissionDenied`.
  package init(path: String) throws(Errno) {
    let file = try FileDescriptor.open(path, .nonBlocking)
    _ = try retryingInterrupts { haptic_use_monotonic_clock(file.rawValue) }
    self.file = file
  }

  /// The descriptor to wait on; see `FileDescriptor.rawValue`.
  package var rawValue: Int32 { file.rawValue }

  /// Returns the descriptor; the caller becomes the owner.
  package consuming func release() -> FileDescriptor { file }

  /// Keeps only events of these kinds and the ends of packets. The kernel does not keep any others for this descriptor.
  ///
  /// - Parameters:
  ///   - axes: codes below 64.
  ///   - keys: whether all keys and buttons are kept.
  ///   - clock: whether the times of the device's own clock are kept (`MSC_TIMESTAMP`).
  ///
  /// The corresponding kernel request is `EVIOCSMASK`.
  package func keepOnly(axes: some Sequence<UInt16>, keys: Bool = false, clock: Bool = false) throws(Errno) {
    var types: UInt64 = 1 << UInt64(EV_ABS)
    if keys { types |= 1 << UInt64(EV_KEY) }
    if clock { types |= 1 << UInt64(EV_MSC) }
    try keep(types, of: EV_SYN)
    try keep(axes.reduce(0) { $0 | 1 << UInt64($1) }, of: EV_ABS)
    if clock { try keep(1 << UInt64(MSC_TIMESTAMP), of: EV_MSC) }
  }

  private func keep(_ codes: UInt64, of type: Int32) throws(Errno) {
    _ = try retryingInterrupts { haptic_keep_codes(file.rawValue, UInt16(type), codes) }
  }

  /// An axis; one that the node does not have may have a range of 0...0. Waits for uploads to the node.
  ///
  /// The corresponding kernel request is `EVIOCGABS`.
  package func axis(_ code: UInt16) throws(Errno) -> Axis {
    var axis = input_absinfo()
    _ = try retryingInterrupts { unsafe haptic_read_axis(file.rawValue, code, &axis) }
    return Axis(minimum: axis.minimum, maximum: axis.maximum, value: axis.value, resolution: axis.resolution)
  }

  /// Takes the next events in order, at most 64; empty if the kernel has kept no more.
  ///
  /// - Throws: the error of the kernel, such as `.noDevice` after the device was unplugged.
  package func takeEvents() throws(Errno) -> [Event] {
    var inputs = [64 of haptic_input](repeating: haptic_input())
    var span = inputs.mutableSpan
    // unsafe: the kernel fills the structures only during the call
    let count = unsafe span.withUnsafeMutableBufferPointer {
      unsafe haptic_read_inputs(file.rawValue, $0.baseAddress!, Int32($0.count))
    }
    if count < 0, Errno.last != .wouldBlock, Errno.last != .interrupted { throw .last }
    return (0..<max(0, Int(count))).map {
      Event(
        time: Instant(nanoseconds: inputs[$0].nanoseconds), type: Int32(inputs[$0].type), code: inputs[$0].code,
        value: inputs[$0].value)
    }
  }
}
