package import HapticSystem

/// Watches the owner of a well-known name, because services start, stop and restart.
package final class BusName {
  private let connection: BusConnection
  private let name: String
  private let onOwner: (BusPeer?) -> Void
  private var changes: BusSlot?
  private var question: BusSlot?
  /// The unique name of the owner; empty without an owner, nil before the first reply.
  private var owner: String?

  /// - Parameter onOwner: called with the first owner, or nil if there is none, and after each change.
  /// - Throws: `.notConnected` if the connection is lost.
  package init(_ name: String, on connection: BusConnection, onOwner: @escaping (BusPeer?) -> Void) throws(Errno) {
    self.name = name
    self.connection = connection
    self.onOwner = onOwner
    changes = try connection.matchBus("NameOwnerChanged", about: name) { [unowned self] in
      if $0.count == 3, let owner = $0[2].asString { note(owner) }
    }
    question = connection.call(Bus.name, Bus.path, Bus.name, "GetNameOwner", [.string(name)]) { [unowned self] in
      question = nil
      note(((try? $0.get())?.first?.asString) ?? "")
    }
  }

  private func note(_ owner: String) {
    if owner == self.owner { return }
    let isNew = self.owner.map { !$0.isEmpty } ?? false
    self.owner = owner
    // If another owner replaces a service, first reports that the service is gone.
    if isNew && !owner.isEmpty { onOwner(nil) }
    onOwner(owner.isEmpty ? nil : BusPeer(connection: connection, name: owner))
  }
}

/// The names of the bus as a service.
enum Bus {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"
  /// The interface for properties of objects.
  static let properties = "org.freedesktop.DBus.Properties"
}

extension BusConnection {
  /// Calls `handler` with the values of each signal of the bus itself about a name.
  func matchBus(
    _ member: String, about name: String, onRefused: (() -> Void)? = nil, _ handler: @escaping ([BusValue]) -> Void
  ) throws(Errno) -> BusSlot {
    let rule = "type='signal',sender='\(Bus.name)',interface='\(Bus.name)',member='\(member)',arg0='\(name)'"
    return try match(rule, onRefused: onRefused) { message in
      // Any program can send this signal to this connection; the bus guarantees only the sender's name.
      guard message.sender == Bus.name, let values = try? message.values(atMost: 3) else { return }
      if values.first == .string(name) { handler(values) }
    }
  }

  /// Finds out which program owns a name, for a line in the log.
  ///
  /// - Parameter onOwner: called once with the owner in the form `feedbackd (pid 812)`.
  package func askOwner(of name: String, _ onOwner: @escaping (String) -> Void) -> BusSlot? {
    call(Bus.name, Bus.path, Bus.name, "GetConnectionUnixProcessID", [.string(name)]) { reply in
      guard let number = (try? reply.get())?.first?.asUInt32, let processID = Int32(exactly: number) else {
        return onOwner("another program")
      }
      let credentials = PeerCredentials(processID: processID, userID: 0)
      onOwner("\(credentials.programName ?? "a program") (pid \(processID))")
    }
  }
}

/// A program on the bus, identified by its unique name, which no other program can take.
package struct BusPeer {
  package let connection: BusConnection
  /// The unique name, such as `:1.7`.
  package let name: String

  /// Calls a method of the program; see `BusConnection.call`.
  package func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) -> BusSlot? {
    connection.call(name, path, interface, member, arguments, reply: reply)
  }

  /// Calls `handler` with the values of each such signal of this program.
  package func signals(
    _ path: String, _ interface: String, _ member: String, _ handler: @escaping ([BusValue]) -> Void
  ) throws(Errno) -> BusSlot {
    let rule = "type='signal',sender='\(name)',path='\(path)',interface='\(interface)',member='\(member)'"
    return try connection.match(rule) { message in
      if let values = try? message.values() { handler(values) }
    }
  }
}
