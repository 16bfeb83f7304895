public import HapticSystem

/// Whoever holds a well-known name at the moment, and who does next: services come, go and restart.
public final class BusName {
  private let connection: BusConnection
  private let name: String
  private let onOwner: (BusPeer?) -> Void
  private var changes: BusSlot?
  private var question: BusSlot?
  /// Nil before the first answer.
  private var owner: String?

  /// - Parameter onOwner: told who it is: once at first, also where that is nobody, and at each change.
  /// - Throws: `.notConnected` where the connection broke.
  public init(_ name: String, on connection: BusConnection, onOwner: @escaping (BusPeer?) -> Void) throws(Errno) {
    self.name = name
    self.connection = connection
    self.onOwner = onOwner
    changes = try connection.match(
      "type='signal',sender='\(Bus.name)',interface='\(Bus.name)',member='NameOwnerChanged',arg0='\(name)'"
    ) { [unowned self] in ownerChanged($0) }
    question = connection.call(Bus.name, Bus.path, Bus.name, "GetNameOwner", [.string(name)]) { [unowned self] in
      question = nil
      note(((try? $0.get())?.first?.asString) ?? "")
    }
  }

  /// The bus passes on what anybody sends to this connection alone, under the name of who did.
  private func ownerChanged(_ message: BusMessage) {
    guard message.sender == Bus.name, let values = try? message.values(), values.count == 3 else { return }
    if values[0] == .string(name), let owner = values[2].asString { note(owner) }
  }

  private func note(_ owner: String) {
    if owner == self.owner { return }
    let isNew = self.owner.map { !$0.isEmpty } ?? false
    self.owner = owner
    // A service that was replaced by another one is gone first.
    if isNew && !owner.isEmpty { onOwner(nil) }
    onOwner(owner.isEmpty ? nil : BusPeer(connection, owner))
  }
}

/// The bus itself, as a service.
enum Bus {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"
}

/// One program on the bus, by its unique name, so that nobody else is taken for it.
public struct BusPeer {
  public let connection: BusConnection
  /// Such as `:1.7`.
  public let name: String

  init(_ connection: BusConnection, _ name: String) {
    self.connection = connection
    self.name = name
  }

  /// See `BusConnection.call`.
  public func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) -> BusSlot? {
    connection.call(name, path, interface, member, arguments, reply: reply)
  }

  /// Calls `handler` with the values of each such signal of this program.
  public func signals(
    _ path: String, _ interface: String, _ member: String, _ handler: @escaping ([BusValue]) -> Void
  ) throws(Errno) -> BusSlot {
    let rule = "type='signal',sender='\(name)',path='\(path)',interface='\(interface)',member='\(member)'"
    return try connection.match(rule) { message in
      if let values = try? message.values() { handler(values) }
    }
  }
}
