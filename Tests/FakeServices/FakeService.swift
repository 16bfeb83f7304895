package import EventLoop
import HapticSystem
package import MessageBus

/// A program on the bus with objects that have properties and methods. Disconnects when this object is released.
package final class FakeService {
  package typealias Method = ([BusValue]) -> BusConnection.Answer

  package let connection: BusConnection
  private var objects: [String: Object] = [:]
  private var question: BusSlot?
  /// Whether the program owns its name.
  package private(set) var isReady = false
  /// The called methods, in order.
  package private(set) var calls: [String] = []

  private struct Object {
    var slot: BusSlot
    /// The properties by interface.
    var properties: [String: [String: BusValue]] = [:]
    /// The methods by interface and member, such as `org.example.Thing.Turn`.
    var methods: [String: Method] = [:]
  }

  /// - Parameter name: the well-known name; nil for a program without one.
  package init(_ name: String?, on bus: FakeBus, loop: EventLoop) throws {
    connection = try BusConnection(to: bus.address, loop: loop, acceptsDescriptors: true) {}
    guard let name else { return }
    // 4 is DBUS_NAME_FLAG_DO_NOT_QUEUE.
    question = connection.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      [.string(name), .uint32(4)]
    ) { [unowned self] in isReady = (try? $0.get()) == [.uint32(1)] }
  }

  package func serve(_ path: String, _ interface: String, _ properties: [String: BusValue]) throws {
    try add(path)
    objects[path]?.properties[interface] = properties
  }

  package func serve(_ path: String, _ interface: String, _ member: String, _ method: @escaping Method) throws {
    try add(path)
    objects[path]?.methods["\(interface).\(member)"] = method
  }

  package func remove(_ path: String) { objects[path] = nil }

  package func property(_ name: String, _ interface: String, of path: String) -> BusValue? {
    objects[path]?.properties[interface]?[name]
  }

  /// Changes a property and emits a signal with the new value; with `isSecret`, only with the name.
  package func set(
    _ name: String, _ interface: String, of path: String, to value: BusValue, isSecret: Bool = false
  ) throws {
    objects[path]?.properties[interface]?[name] = value
    try connection.emit(
      path, Self.properties, "PropertiesChanged",
      [
        .string(interface), .dictionary(isSecret ? [:] : [name: value]),
        .array(isSecret ? [.string(name)] : [], of: "s"),
      ])
  }

  private func add(_ path: String) throws {
    if objects[path] != nil { return }
    let slot = try connection.serve(path) { [unowned self] in answer($0, at: path) }
    objects[path] = Object(slot: slot)
  }

  private func answer(_ message: BusMessage, at path: String) -> BusConnection.Answer {
    guard let object = objects[path], let arguments = try? message.values() else { return .unknown }
    calls.append(message.member)
    if message.interface == Self.properties, let interface = arguments.first?.asString,
      let properties = object.properties[interface]
    {
      if message.member == "GetAll" { return .values([.dictionary(properties)]) }
      if let value = arguments.last?.asString.flatMap({ properties[$0] }) { return .values([.variant(value)]) }
    }
    return object.methods["\(message.interface).\(message.member)"]?(arguments) ?? .unknown
  }

  private static let properties = "org.freedesktop.DBus.Properties"
}
