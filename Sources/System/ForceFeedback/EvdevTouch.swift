internal import CHapticLinux
internal import HapticSystem
internal import Synchronization

/// The input events of a node under /dev/input.
final class EvdevTouch: TouchPort {
  let axes: [UInt16: InputAxis]
  private let presses: MaskedEventReader
  private let moves: MaskedEventReader

  /// Opens the node for reading; nil without permission or on any other error.
  init?(path: String) {
    do throws(Errno) {
      presses = try MaskedEventReader(path, axes: Self.crossPads, readsKeys: true)
      moves = try MaskedEventReader(path, axes: Self.sticks, readsKeys: false)
    } catch {
      return nil
    }
    axes = moves.axes(Self.sticks)
  }

  func takePresses() -> [InputEvent] { presses.take { InputEvent(press: $0) } }
  func takeMoves() -> [InputEvent] { moves.take { InputEvent(move: $0) } }

  /// ABS_X to ABS_BRAKE: sticks, triggers and pedals.
  private static let sticks: Range<UInt16> = 0x00..<0x0b
  /// ABS_HAT0X to ABS_HAT3Y: directions of cross pads, which are pressed like buttons.
  private static let crossPads: Range<UInt16> = 0x10..<0x18
}

/// Reads some kinds of events of a node; the kernel masks all others for it.
private final class MaskedEventReader: Sendable {
  private let file: Mutex<FileDescriptor?>
  private let descriptor: Int32

  init(_ path: String, axes: Range<UInt16>, readsKeys: Bool) throws(Errno) {
    let file = try FileDescriptor.open(path, .nonBlocking)
    let descriptor = file.rawValue
    self.descriptor = descriptor
    self.file = Mutex(consume file)
    _ = try retryingInterrupts { haptic_use_monotonic_clock(descriptor) }
    let mask = axes.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    _ = try retryingInterrupts { haptic_hear_only(descriptor, readsKeys ? 1 : 0, mask) }
    // Drops the events that came before the mask was set.
    _ = take { _ in nil }
  }

  /// Closing takes 13 ms or more, and longer during an upload to the device.
  deinit {
    if let file = file.withLock({ $0.take() }) { Reaper.close(file) }
  }

  /// The axes with these codes that the node has.
  func axes(_ codes: Range<UInt16>) -> [UInt16: InputAxis] {
    var axes: [UInt16: InputAxis] = [:]
    for code in codes {
      var (least, most, place): (Int32, Int32, Int32) = (0, 0, 0)
      let result = unsafe haptic_axis(descriptor, code, &least, &most, &place)
      if result >= 0, least < most { axes[code] = InputAxis(range: least...most, place: place) }
    }
    return axes
  }

  func take(_ event: (haptic_input) -> InputEvent?) -> [InputEvent] {
    var inputs = [64 of haptic_input](repeating: haptic_input())
    var span = inputs.mutableSpan
    // unsafe: the kernel fills the structures only during the call
    let count = unsafe span.withUnsafeMutableBufferPointer {
      unsafe haptic_read_inputs(descriptor, $0.baseAddress!, Int32($0.count))
    }
    return (0..<max(0, Int(count))).compactMap { event(inputs[$0]) }
  }
}

extension InputEvent {
  fileprivate init(press input: haptic_input) {
    let isPress = (input.type == EV_KEY && input.value == 1) || (input.type == EV_ABS && input.value != 0)
    self.init(input, isPress ? .press : .other)
  }

  fileprivate init(move input: haptic_input) {
    self.init(input, input.type == EV_ABS ? .move(axis: input.code, to: input.value) : .other)
  }

  private init(_ input: haptic_input, _ kind: Kind) {
    let isDropped = input.type == EV_SYN && input.code == SYN_DROPPED
    self.init(kind: isDropped ? .dropped : kind, time: Instant(nanoseconds: input.nanoseconds))
  }
}
