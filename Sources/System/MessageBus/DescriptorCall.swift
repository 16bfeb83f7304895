internal import EventLoop
internal import HapticSystem

/// Calls a method that answers with a descriptor, on a thread with a connection of its own.
///
/// Any program on the bus can send descriptors to a connection that takes them, and each is released only after a wait as
/// long as the program likes: for the unsent data of a socket with `SO_LINGER`, for example. Only the thread waits.
package final class DescriptorCall {
  private let address: String
  private let loop: EventLoop
  private var work: BackgroundWork<BusDescriptor?>?

  /// - Parameter link: the bus.
  package init(_ link: BusLink) {
    address = link.address
    loop = link.loop
  }

  /// Calls the method. The reply to the previous call is ignored from now on: its thread may wait for long.
  ///
  /// - Parameter reply: called with the descriptor, unless this object is released before; with nil if the answer has none,
  ///   or the call fails.
  package func start(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue],
    reply: @escaping (BusDescriptor?) -> Void
  ) {
    let work = BackgroundWork<BusDescriptor?>(loop)
    self.work = work
    do throws(Errno) {
      try work.start(
        { [address] in
          let answer = try? Self.answer(address, destination, path, interface, member, arguments)
          return answer?.first?.asDescriptor
        }, finish: reply)
    } catch {
      reply(nil)
    }
  }

  /// Waits for the answer.
  private static func answer(
    _ address: String, _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue]
  ) throws -> [BusValue] {
    let loop = try EventLoop()
    let connection = try BusConnection(to: address, loop: loop, acceptsDescriptors: true) {}
    var answer: Result<[BusValue], BusError>?
    let call = connection.call(destination, path, interface, member, arguments) { answer = $0 }
    while answer == nil { _ = try loop.runOnce(timeout: nil) }
    return try withExtendedLifetime(call) { try answer?.get() ?? [] }
  }
}
