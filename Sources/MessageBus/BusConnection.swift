// A connection to a message bus, on the event loop. Nothing here waits: a message goes out when the socket takes it, an
// answer is a callback. That also holds for connecting, so that calls can be made at once; they go out when the bus has
// said hello.
//
// sd_bus_call and its like, sd_bus_get_unique_name, sd_bus_request_name and sd_bus_add_match wait for an answer inside
// the call, for up to 25 seconds: none of them has a place here, except for matches that never leave this process.

internal import CSystemd
public import EventLoop
public import HapticSystem

/// A connection to a message bus. Not Sendable: it belongs to its loop. It ends when nobody refers to it any more.
///
/// The corresponding C type is `sd_bus`.
@safe public final class BusConnection {
  private let connection: OpaquePointer
  private let loop: EventLoop
  private var disconnection: BusSlot?
  /// Whether anything was ever answered.
  public private(set) var hasAnswered = false

  /// Each use may change the events or the timeout that the connection waits for, so each tells the loop.
  private var pointer: OpaquePointer {
    loop.noteLibraryChange()
    return unsafe connection
  }

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - address: such as `unix:path=/run/dbus/system_bus_socket`; several are set apart by `;`.
  ///   - waits: whether to wait for a socket that nobody listens at yet. That wakes nobody.
  ///   - onClosed: the connection broke. It may be dropped there.
  /// - Throws: `.noSuchFile` or `.connectionRefused` where nobody listens and `waits` is false.
  ///
  /// The corresponding C function is `sd_bus_start`.
  public init(
    to address: String, loop: EventLoop, waits: Bool = false, onClosed: @escaping () -> Void
  ) throws(Errno) {
    var pointer: OpaquePointer?
    try unsafe check(sd_bus_new(&pointer))
    unsafe connection = pointer!
    self.loop = loop
    try unsafe check(sd_bus_set_address(pointer, address))
    try unsafe check(sd_bus_set_bus_client(pointer, 1))
    try unsafe check(sd_bus_negotiate_fds(pointer, 1))
    try unsafe check(sd_bus_set_watch_bind(pointer, waits ? 1 : 0))
    try unsafe check(sd_bus_start(pointer))
    try unsafe check(sd_bus_attach_event(pointer, loop.libraryPointer, Int32(SD_EVENT_PRIORITY_NORMAL)))
    disconnection = try watchDisconnection(onClosed)
  }

  deinit {
    disconnection = nil
    unsafe sd_bus_detach_event(pointer)
    unsafe sd_bus_close(pointer)
    unsafe sd_bus_unref(pointer)
  }

  // MARK: As a client

  /// Calls a method, which starts nobody who is not there.
  ///
  /// - Parameter reply: told what came of it, once, within 25 seconds.
  /// - Returns: what waits for the reply; drop it to hear nothing. Nil where the call could not be sent, which `reply`
  ///   has been told already.
  public func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) -> BusSlot? {
    do throws(Errno) {
      var message: OpaquePointer?
      try unsafe check(sd_bus_message_new_method_call(pointer, &message, destination, path, interface, member))
      let writer = unsafe BusWriter(owning: message!)
      try unsafe check(sd_bus_message_set_auto_start(writer.message, 0))
      try writer.append(arguments)
      let handler = BusHandler { [unowned self] message in
        reply(result(of: message))
        return true
      }
      var slot: OpaquePointer?
      try unsafe check(sd_bus_call_async(pointer, &slot, writer.message, messageCame, handler.userdata, 0))
      return unsafe BusSlot(owning: slot!, handler)
    } catch {
      reply(.failure(.failed(error)))
      return nil
    }
  }

  /// Calls `handler` with each signal that a rule selects, such as `type='signal',member='Changed'`.
  ///
  /// A rule that names a sender by its well-known name does not keep others from sending the same signal to this
  /// connection alone; one with the unique name (`:1.7`) does.
  ///
  /// - Throws: `.invalidArgument` for a rule that is none, `.notConnected` where the connection broke.
  ///
  /// The corresponding C function is `sd_bus_add_match_async`.
  public func match(_ rule: String, _ handler: @escaping (BusMessage) -> Void) throws(Errno) -> BusSlot {
    let handler = BusHandler { message in
      handler(message)
      return false
    }
    var slot: OpaquePointer?
    try unsafe check(sd_bus_add_match_async(pointer, &slot, rule, messageCame, nil, handler.userdata))
    return unsafe BusSlot(owning: slot!, handler)
  }

  private func result(of message: BusMessage) -> Result<[BusValue], BusError> {
    if let error = message.error { return .failure(error) }
    hasAnswered = true
    return Result { () throws(BusError) in try message.values() }
  }

  /// A signal that the library sends to itself: the rule never leaves this process.
  private func watchDisconnection(_ onClosed: @escaping () -> Void) throws(Errno) -> BusSlot {
    let handler = BusHandler { _ in
      onClosed()
      return false
    }
    let rule = "type='signal',path='/org/freedesktop/DBus/Local',interface='org.freedesktop.DBus.Local',"
    var slot: OpaquePointer?
    try unsafe check(
      sd_bus_add_match(pointer, &slot, rule + "member='Disconnected'", messageCame, handler.userdata))
    return unsafe BusSlot(owning: slot!, handler)
  }

  // MARK: As a service

  /// What a method answers.
  public enum Answer {
    case values([BusValue])
    case error(name: String, text: String)
    /// It is answered later, by `answer(_:_:)`.
    case later
    /// There is no such method here.
    case unknown
  }

  /// Calls `handler` with each method call to an object.
  ///
  /// The corresponding C function is `sd_bus_add_object`.
  public func serve(_ path: String, _ handler: @escaping (BusMessage) -> Answer) throws(Errno) -> BusSlot {
    let handler = BusHandler { [unowned self] message in
      let result = handler(message)
      if case .unknown = result { return false }
      answer(message, result)
      return true
    }
    var slot: OpaquePointer?
    try unsafe check(sd_bus_add_object(pointer, &slot, path, messageCame, handler.userdata))
    return unsafe BusSlot(owning: slot!, handler)
  }

  /// Answers a call. Who called may be gone by then, which is not our trouble.
  public func answer(_ call: BusMessage, _ answer: Answer) {
    do throws(Errno) {
      var message: OpaquePointer?
      switch answer {
      case .values(let values):
        try unsafe check(sd_bus_message_new_method_return(call.pointer, &message))
        let writer = unsafe BusWriter(owning: message!)
        try writer.append(values)
        try unsafe check(sd_bus_send(pointer, writer.message, nil))
      case .error(let name, let text):
        var error = unsafe sd_bus_error()
        _ = unsafe sd_bus_error_set(&error, name, text)
        defer { unsafe sd_bus_error_free(&error) }
        try unsafe check(sd_bus_message_new_method_error(call.pointer, &message, &error))
        let writer = unsafe BusWriter(owning: message!)
        try unsafe check(sd_bus_send(pointer, writer.message, nil))
      case .later, .unknown: break
      }
    } catch {
      // The connection broke: its end is told by `onClosed`.
    }
  }

  /// Sends a signal to all who want to hear it, or to one.
  ///
  /// - Throws: `.notConnected` where the connection broke.
  public func emit(
    _ path: String, _ interface: String, _ member: String, _ values: [BusValue], to destination: String? = nil
  ) throws(Errno) {
    var message: OpaquePointer?
    try unsafe check(sd_bus_message_new_signal(pointer, &message, path, interface, member))
    let writer = unsafe BusWriter(owning: message!)
    if let destination { try unsafe check(sd_bus_message_set_destination(writer.message, destination)) }
    try writer.append(values)
    try unsafe check(sd_bus_send(pointer, writer.message, nil))
  }
}

@available(*, unavailable)
extension BusConnection: Sendable {}
