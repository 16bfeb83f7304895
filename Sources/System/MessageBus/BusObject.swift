package import HapticSystem

/// An exported object. Checks the types of arguments, and answers `org.freedesktop.DBus.Properties` and
/// `org.freedesktop.DBus.Introspectable` for its interfaces.
package final class BusObject {
  package let path: String
  private let connection: BusConnection
  private let interfaces: [BusInterface]
  private var slot: BusSlot?

  /// - Throws: `.notConnected` if the connection is lost.
  package init(_ path: String, _ interfaces: [BusInterface], on connection: BusConnection) throws(Errno) {
    self.path = path
    self.interfaces = interfaces
    self.connection = connection
    slot = try connection.serve(path) { [unowned self] in answer($0) }
  }

  /// Informs all programs of the present value of a property.
  ///
  /// - Throws: `.notConnected` if the connection is lost.
  package func noteChange(of property: String, in interface: String) throws(Errno) {
    guard let found = self.interface(interface)?.properties.first(where: { $0.name == property }) else { return }
    try connection.emit(
      path, Bus.properties, "PropertiesChanged",
      [.string(interface), .dictionary([property: found.value()]), .array([], of: "s")])
  }

  // MARK: Calls

  private func answer(_ message: BusMessage) -> BusConnection.Answer {
    switch message.interface {
    case Bus.properties: answerProperties(message)
    case "org.freedesktop.DBus.Introspectable":
      message.member == "Introspect" ? .values([.string(introspection)]) : .unknown
    case "": call(interfaces.lazy.compactMap { $0.method(message.member) }.first, message)
    case let name:
      // The library answers the other interfaces of D-Bus.
      if let interface = interface(name) {
        call(interface.method(message.member), message)
      } else {
        name.hasPrefix("org.freedesktop.DBus.") ? .unknown : .unknownInterface
      }
    }
  }

  private func call(_ method: BusInterface.Method?, _ message: BusMessage) -> BusConnection.Answer {
    guard let method else { return .unknown }
    guard message.signature == method.signature else {
      return .invalidArguments(
        "arguments of \(method.name) have the types '\(message.signature)'; expected '\(method.signature)'")
    }
    guard let arguments = try? message.values(atMost: method.mostValues, textBytes: method.textBytes) else {
      return .invalidArguments("too many values or too long texts in the arguments of \(method.name)")
    }
    return method.handler(message, arguments)
  }

  // MARK: Properties

  private func answerProperties(_ message: BusMessage) -> BusConnection.Answer {
    switch (message.member, message.signature) {
    case ("Get", "ss"): withProperty(message) { property, _ in .values([.variant(property.value())]) }
    case ("Set", "ssv"): withProperty(message) { property, arguments in set(property, arguments[2], message) }
    case ("GetAll", "s"): all(message)
    case ("Get", _), ("Set", _), ("GetAll", _):
      .invalidArguments("arguments of \(message.member) have the types '\(message.signature)'")
    default: .unknown
    }
  }

  private func withProperty(
    _ message: BusMessage, _ body: (BusInterface.Property, [BusValue]) -> BusConnection.Answer
  ) -> BusConnection.Answer {
    guard let arguments = try? message.values(atMost: 64, textBytes: 1 << 12) else {
      return .invalidArguments("too many values or too long texts in the arguments of \(message.member)")
    }
    guard let name = arguments[0].asString, let interface = interface(name) else { return .unknownInterface }
    guard let property = interface.properties.first(where: { .string($0.name) == arguments[1] }) else {
      return .error(name: "org.freedesktop.DBus.Error.UnknownProperty", text: "\(name) has no such property")
    }
    return body(property, arguments)
  }

  private func set(
    _ property: BusInterface.Property, _ value: BusValue, _ message: BusMessage
  ) -> BusConnection.Answer {
    guard let set = property.set else {
      return .error(name: "org.freedesktop.DBus.Error.PropertyReadOnly", text: "\(property.name) is read-only")
    }
    guard case .variant(let value) = value, value.typeSignature == property.type else {
      return .invalidArguments("\(property.name) has the type '\(property.type)'")
    }
    return set(message, value)
  }

  private func all(_ message: BusMessage) -> BusConnection.Answer {
    guard let name = try? message.values(atMost: 1, textBytes: 1 << 12).first?.asString, let interface = interface(name)
    else {
      return .unknownInterface
    }
    var values: [String: BusValue] = [:]
    for property in interface.properties { values[property.name] = property.value() }
    return .values([.dictionary(values)])
  }

  // MARK: Interfaces

  private func interface(_ name: String) -> BusInterface? { interfaces.first { $0.name == name } }

  private var introspection: String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \((Self.standard + interfaces).map(\.introspection).joined())</node>

    """
  }

  /// The interfaces that every object has, for introspection only.
  private static var standard: [BusInterface] {
    let noAnswer: (BusMessage, [BusValue]) -> BusConnection.Answer = { _, _ in .unknown }
    return [
      BusInterface(
        "org.freedesktop.DBus.Peer",
        methods: [
          .init("Ping", [:], noAnswer), .init("GetMachineId", returns: ["machine_uuid": "s"], noAnswer),
        ]),
      BusInterface(
        "org.freedesktop.DBus.Introspectable",
        methods: [.init("Introspect", returns: ["xml_data": "s"], noAnswer)]),
      BusInterface(
        Bus.properties,
        methods: [
          .init("Get", ["interface": "s", "property": "s"], returns: ["value": "v"], noAnswer),
          .init("GetAll", ["interface": "s"], returns: ["values": "a{sv}"], noAnswer),
          .init("Set", ["interface": "s", "property": "s", "value": "v"], noAnswer),
        ],
        signals: ["PropertiesChanged": ["interface": "s", "changed": "a{sv}", "invalidated": "as"]]),
    ]
  }
}

extension BusInterface {
  fileprivate func method(_ name: String) -> Method? { methods.first { $0.name == name } }
}

extension BusConnection.Answer {
  /// The error for arguments of the wrong type or with a value that is not permitted.
  package static func invalidArguments(_ text: String) -> BusConnection.Answer {
    .error(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
  }

  fileprivate static var unknownInterface: BusConnection.Answer {
    .error(name: "org.freedesktop.DBus.Error.UnknownInterface", text: "the object has no such interface")
  }
}
