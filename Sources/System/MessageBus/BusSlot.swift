internal import CSystemd
internal import HapticSystem

/// A pending reply, or a handler of signals or method calls. After its release, the handler is not called again, also
/// if the handler itself releases it.
///
/// The corresponding C type is `sd_bus_slot`.
@safe package final class BusSlot {
  private let pointer: OpaquePointer
  private let handler: BusHandler

  /// - Parameters:
  ///   - call: returns whether it has handled the message; if so, no other handler is called.
  ///   - add: calls the library with the address for the slot, and the userdata of `messageCame`.
  init(
    _ call: @escaping (BusMessage) -> Bool, adding add: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
  ) throws(Errno) {
    handler = BusHandler(call)
    var slot: OpaquePointer?
    try unsafe check(add(&slot, handler.userdata))
    unsafe pointer = slot!
  }

  deinit { unsafe sd_bus_slot_unref(pointer) }
}

/// The callback of a slot, which owns it as a source of an event loop owns its handler.
private final class BusHandler {
  let call: (BusMessage) -> Bool

  init(_ call: @escaping (BusMessage) -> Bool) { self.call = call }

  /// The pointer passed to C. Not retained, because the slot owns the handler.
  var userdata: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}

/// Calls the handler of a slot. Retains the handler during the call, because it may release its slot.
func messageCame(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  let handler = unsafe Unmanaged<BusHandler>.fromOpaque(userdata!).takeUnretainedValue()
  return unsafe handler.call(BusMessage(keeping: message!)) ? 1 : 0
}
