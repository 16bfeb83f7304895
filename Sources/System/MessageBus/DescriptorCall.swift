internal import EventLoop
internal import HapticSystem

/// Calls a method that answers with a descriptor, on a thread with a connection of its own.
///
/// Any program on the bus can send descriptors to a connection that takes them, and each is released only after a wait as
/// long as the program likes: for the unsent data of a socket with `SO_LINGER`, for example. They are released after the
/// answer is delivered, so that only the thread waits.
package final class DescriptorCall {
  private let address: String
  private let loop: EventLoop
  private var work: BackgroundWork<BusDescriptor?>?

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
        delivering: { [address] deliver in
          do {
            try Self.ask(address, destination, path, interface, member, arguments, deliver)
          } catch {
            deliver(nil)
          }
        }, finish: reply)
    } catch {
      reply(nil)
    }
  }

  /// Waits for the answer, and delivers its descriptor.
  ///
  /// - Throws: before the delivery only.
  private static func ask(
    _ address: String, _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue], _ deliver: (BusDescriptor?) -> Void
  ) throws {
    let loop = try EventLoop()
    let connection = try BusConnection(to: address, loop: loop, acceptsDescriptors: true) {}
    var answer: Result<[BusValue], BusError>?
    let call = connection.call(destination, path, interface, member, arguments) { answer = $0 }
    while answer == nil { _ = try loop.runOnce(timeout: nil) }
    // This thread keeps no reference to the descriptor, whose last release has a meaning.
    withExtendedLifetime((connection, call)) { deliver((try? answer.take()?.get())?.first?.asDescriptor) }
  }
}
