internal import CSystemd
internal import EventLoop
internal import HapticSystem

/// A pending reply, or a handler of signals or method calls. After its release, the handler is not called again, also
/// if the handler itself releases it.
///
/// The corresponding C type is `sd_bus_slot`.
@safe package final class BusSlot {
  private let pointer: OpaquePointer
  private let handler: LibraryHandler<(BusMessage) -> Bool>

  /// - Parameters:
  ///   - call: returns whether it has handled the message; if so, no other handler is called.
  ///   - add: calls the library with the address for the slot, and the userdata of `messageCame`.
  init(
    _ call: @escaping (BusMessage) -> Bool, adding add: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
  ) throws(Errno) {
    handler = LibraryHandler(call)
    var slot: OpaquePointer?
    try unsafe check(add(&slot, handler.userdata))
    unsafe pointer = slot!
  }

  deinit { unsafe sd_bus_slot_unref(pointer) }
}

/// Calls the handler of a slot.
func messageCame(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  let handler = unsafe LibraryHandler<(BusMessage) -> Bool>.at(userdata)
  return unsafe handler.call(BusMessage(keeping: message!)) ? 1 : 0
}

/// Calls the handler of a slot if the bus has refused its match.
func refusalCame(
  _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  unsafe sd_bus_message_is_method_error(message, nil) > 0 ? messageCame(message, userdata, error) : 1
}
