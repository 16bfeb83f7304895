internal import CSystemd
internal import EventLoop
internal import HapticSystem

/// Waits for a bus that does not run yet. The wait does not wake the process.
///
/// libsystemd connects to the bus as soon as there is one; this connection is only for the news.
@safe final class BusArrival {
  private let connection: OpaquePointer
  private var slots: [BusSlot] = []

  /// - Parameters:
  ///   - onArrival: called once the bus has accepted a connection. May release this object.
  ///   - onFailure: called if it has refused it instead. May release this object.
  init(
    at address: String, loop: EventLoop, onArrival: @escaping () -> Void, onFailure: @escaping () -> Void
  ) throws(Errno) {
    var pointer: OpaquePointer?
    try unsafe check(sd_bus_new(&pointer))
    unsafe connection = pointer!
    try unsafe check(sd_bus_set_address(pointer, address))
    try unsafe check(sd_bus_set_bus_client(pointer, 1))
    try unsafe check(sd_bus_negotiate_fds(pointer, 0))
    try unsafe check(sd_bus_set_watch_bind(pointer, 1))
    try unsafe check(sd_bus_set_connected_signal(pointer, 1))
    try unsafe check(sd_bus_start(pointer))
    try unsafe check(sd_bus_attach_event(pointer, loop.libraryPointer, Int32(SD_EVENT_PRIORITY_NORMAL)))
    slots.append(try unsafe watchConnection(connection, for: "Connected", onArrival))
    slots.append(try unsafe watchConnection(connection, for: "Disconnected", onFailure))
  }

  deinit {
    slots = []
    unsafe sd_bus_detach_event(connection)
    unsafe sd_bus_close(connection)
    unsafe sd_bus_unref(connection)
  }
}

/// Calls `handler` when libsystemd sends a signal about the connection to itself. The rule stays in this process.
func watchConnection(
  _ connection: OpaquePointer, for member: String, _ handler: @escaping () -> Void
) throws(Errno) -> BusSlot {
  let rule = "type='signal',path='/org/freedesktop/DBus/Local',interface='org.freedesktop.DBus.Local',"
  return try unsafe BusSlot { _ in
    handler()
    return false
  } adding: {
    unsafe sd_bus_add_match(connection, &$0, rule + "member='\(member)'", messageCame, $1)
  }
}
