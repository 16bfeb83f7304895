internal import CSystemd

/// Something that is waited for: the answer to a call, signals, calls to an object. Dropping it silences the handler at
/// once, also from inside the handler itself.
///
/// The corresponding C type is `sd_bus_slot`.
@safe public final class BusSlot {
  private let pointer: OpaquePointer
  private let handler: BusHandler

  init(owning pointer: OpaquePointer, _ handler: BusHandler) {
    unsafe self.pointer = pointer
    self.handler = handler
  }

  deinit { unsafe sd_bus_slot_unref(pointer) }
}

@available(*, unavailable)
extension BusSlot: Sendable {}

/// What C calls; owned by the slot, as the handlers of an event loop are by their sources.
final class BusHandler {
  /// Whether the message was dealt with, so that nobody else is asked.
  let call: (BusMessage) -> Bool

  init(_ call: @escaping (BusMessage) -> Bool) { self.call = call }

  /// The address by which C knows it. It is not retained: its slot owns it.
  var userdata: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}

/// The trampoline takes a reference of its own: the handler may drop its slot.
func messageCame(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  let handler = unsafe Unmanaged<BusHandler>.fromOpaque(userdata!).takeUnretainedValue()
  return unsafe handler.call(BusMessage(keeping: message!)) ? 1 : 0
}
