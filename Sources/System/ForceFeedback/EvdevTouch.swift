internal import HapticSystem
internal import Synchronization

/// The input events of a node under /dev/input.
final class EvdevTouch: TouchPort {
  let axes: [UInt16: InputNode.Axis]
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

  func takePresses() -> [InputNode.Event] { presses.take() }
  func takeMoves() -> [InputNode.Event] { moves.take() }

  /// ABS_X to ABS_BRAKE: sticks, triggers and pedals.
  private static let sticks: Range<UInt16> = 0x00..<0x0b
  /// ABS_HAT0X to ABS_HAT3Y: directions of cross pads, which are pressed like buttons.
  private static let crossPads: Range<UInt16> = 0x10..<0x18
}

/// Reads some kinds of events of a node; the kernel masks all others for it.
private final class MaskedEventReader: Sendable {
  private let node: Mutex<InputNode?>

  init(_ path: String, axes: Range<UInt16>, readsKeys: Bool) throws(Errno) {
    let node = try InputNode(path: path)
    try node.keepOnly(axes: axes, keys: readsKeys)
    // Drops the events that came before the mask was set.
    _ = try node.takeEvents()
    self.node = Mutex(consume node)
  }

  /// Closing takes 13 ms or more, and longer during an upload to the device.
  deinit {
    if let node = node.withLock({ $0.take() }) { Reaper.close(node.release()) }
  }

  /// The axes with these codes that the node has.
  func axes(_ codes: Range<UInt16>) -> [UInt16: InputNode.Axis] {
    node.withLock { node in
      var axes: [UInt16: InputNode.Axis] = [:]
      for code in codes {
        guard let axis = try? node?.axis(code), axis.minimum < axis.maximum else { continue }
        axes[code] = axis
      }
      return axes
    }
  }

  func take() -> [InputNode.Event] { node.withLock { node in (try? node?.takeEvents()) ?? [] } }
}
