// A connection to a message bus on the event loop. No call waits: a message is sent when the socket has room, and a
// reply arrives in a callback. This includes the connection itself: calls can be made at once, and are sent after the
// bus has replied to hello.
//
// sd_bus_call and its variants, sd_bus_get_unique_name, sd_bus_request_name and sd_bus_add_match wait up to 25
// seconds for a reply. They are not used here, except for matches that stay in this process.

internal import CSystemd
package import EventLoop
package import HapticSystem

/// A connection to a message bus. Not Sendable: it belongs to its event loop. Closed after its last reference.
///
/// The corresponding C type is `sd_bus`.
@safe package final class BusConnection {
  private let connection: OpaquePointer
  private let loop: EventLoop
  let relay: BusRelay
  private var disconnection: BusSlot?
  /// Whether any call has received a reply.
  package private(set) var hasAnswered = false

  /// Each use may change the events or the timeout that the connection waits for, so each tells the loop.
  private var pointer: OpaquePointer {
    loop.noteLibraryChange()
    return unsafe connection
  }

  /// Starts to connect.
  ///
  /// - Parameters:
  ///   - address: the address, such as `unix:path=/run/dbus/system_bus_socket`; several are separated by `;`.
  ///   - acceptsDescriptors: whether replies may contain descriptors; other messages with descriptors are dropped, and kept
  ///     until the end of the connection. Otherwise the bus delivers no message with descriptors, and no program can use up
  ///     the descriptors of this process, or delay it when it releases them.
  ///   - onClosed: called when the connection is lost. May release the connection.
  /// - Throws: `.noSuchFile` or `.connectionRefused` if no process listens, `.invalidArgument` for an address without a
  ///   socket of this machine.
  ///
  /// The corresponding C functions are `sd_bus_set_fd` and `sd_bus_start`.
  package init(
    to address: String, loop: EventLoop, acceptsDescriptors: Bool = false, onClosed: @escaping () -> Void
  ) throws(Errno) {
    let socket = try BusAddress.connect(to: address)
    let (relay, end) = try BusRelay.start(socket, loop: loop, passesDescriptors: acceptsDescriptors)
    var pointer: OpaquePointer?
    try unsafe check(sd_bus_new(&pointer))
    unsafe connection = pointer!
    self.loop = loop
    self.relay = relay
    try unsafe check(sd_bus_set_fd(pointer, end, end))
    try unsafe check(sd_bus_set_bus_client(pointer, 1))
    try unsafe check(sd_bus_negotiate_fds(pointer, acceptsDescriptors ? 1 : 0))
    try unsafe check(sd_bus_start(pointer))
    try unsafe check(sd_bus_attach_event(pointer, loop.libraryPointer, Int32(SD_EVENT_PRIORITY_NORMAL)))
    disconnection = try unsafe watchConnection(connection, for: "Disconnected", onClosed)
  }

  deinit {
    disconnection = nil
    unsafe sd_bus_detach_event(pointer)
    unsafe sd_bus_close(pointer)
    unsafe sd_bus_unref(pointer)
    relay.sendRest()
  }

  // MARK: Client

  /// Calls a method. Does not start a service that is not running.
  ///
  /// A call with a descriptor fails with `.wouldBlock` before the bus has replied to hello: the library would wait for
  /// that, to know whether the bus takes descriptors.
  ///
  /// - Parameter reply: called once with the result, within 25 seconds.
  /// - Returns: the pending call; release it to ignore the reply. Nil if the call could not be sent; `reply` has then
  ///   already been called.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) -> BusSlot? {
    do throws(Errno) {
      if arguments.contains(where: \.hasDescriptor), unsafe sd_bus_is_ready(pointer) <= 0 { throw Errno.wouldBlock }
      var message: OpaquePointer?
      try unsafe check(sd_bus_message_new_method_call(pointer, &message, destination, path, interface, member))
      let writer = unsafe BusWriter(owning: message!)
      try unsafe check(sd_bus_message_set_auto_start(writer.message, 0))
      try writer.append(arguments)
      return try unsafe BusSlot { [unowned self] message in
        reply(result(of: message))
        return true
      } adding: {
        unsafe sd_bus_call_async(pointer, &$0, writer.message, messageCame, $1, 0)
      }
    } catch {
      reply(.failure(.failed(error)))
      return nil
    }
  }

  /// Calls `handler` with each signal that matches a rule, such as `type='signal',member='Changed'`.
  ///
  /// A rule with the well-known name of a sender does not exclude signals that other programs send to this connection
  /// only; a rule with the unique name (`:1.7`) does.
  ///
  /// - Parameter onRefused: called once if the bus refuses the rule, because of its limit. May release the slot. Without
  ///   it, the refusal closes the connection, as libsystemd does.
  /// - Throws: `.invalidArgument` for an invalid rule, `.notConnected` if the connection is lost.
  ///
  /// The corresponding C function is `sd_bus_add_match_async`.
  package func match(
    _ rule: String, onRefused: (() -> Void)? = nil, _ handler: @escaping (BusMessage) -> Void
  ) throws(Errno) -> BusSlot {
    try unsafe BusSlot { message in
      if message.error == nil { handler(message) } else { onRefused?() }
      return false
    } adding: {
      unsafe sd_bus_add_match_async(pointer, &$0, rule, messageCame, onRefused == nil ? nil : refusalCame, $1)
    }
  }

  private func result(of message: BusMessage) -> Result<[BusValue], BusError> {
    if let error = message.error { return .failure(error) }
    hasAnswered = true
    return Result { () throws(BusError) in try message.values() }
  }

  // MARK: Service

  /// The answer of a method.
  package enum Answer {
    case values([BusValue])
    case error(name: String, text: String)
    /// The answer follows later, by `answer(_:_:)`.
    case later
    /// The object has no such method.
    case unknown
  }

  /// Calls `handler` with each method call to an object.
  ///
  /// The corresponding C function is `sd_bus_add_object`.
  package func serve(_ path: String, _ handler: @escaping (BusMessage) -> Answer) throws(Errno) -> BusSlot {
    try unsafe BusSlot { [unowned self] message in
      let result = handler(message)
      if case .unknown = result { return false }
      answer(message, result)
      return true
    } adding: {
      unsafe sd_bus_add_object(pointer, &$0, path, messageCame, $1)
    }
  }

  /// Answers a call, unless its caller expects no reply. A caller that no longer exists is not an error.
  package func answer(_ call: BusMessage, _ answer: Answer) {
    guard call.expectsReply else { return }
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
      // The connection is lost; `onClosed` reports it.
    }
  }

  /// Sends a signal to all subscribers, or to one destination.
  ///
  /// - Throws: `.notConnected` if the connection is lost.
  package func emit(
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
