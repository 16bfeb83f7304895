/// An interface of an exported object: its methods, properties and signals.
package struct BusInterface {
  package typealias Answer = BusConnection.Answer

  package let name: String
  let methods: [Method]
  let properties: [Property]
  let signals: KeyValuePairs<String, Arguments>

  package init(
    _ name: String, methods: [Method] = [], properties: [Property] = [],
    signals: KeyValuePairs<String, Arguments> = [:]
  ) {
    self.name = name
    self.methods = methods
    self.properties = properties
    self.signals = signals
  }

  /// The names of the values of a method or signal with their types, in the letters of D-Bus.
  package typealias Arguments = KeyValuePairs<String, String>

  package struct Method {
    let name: String
    let arguments: Arguments
    let results: Arguments
    /// The maximum number of values in the arguments, including containers.
    let mostValues: Int
    /// The maximum number of bytes of all texts in the arguments.
    let textBytes: Int
    let handler: (BusMessage, [BusValue]) -> Answer

    /// - Parameter handler: called with arguments of the right types.
    package init(
      _ name: String, _ arguments: Arguments = [:], returns results: Arguments = [:], mostValues: Int = 4096,
      textBytes: Int = 1 << 16, _ handler: @escaping (BusMessage, [BusValue]) -> Answer
    ) {
      self.name = name
      self.arguments = arguments
      self.results = results
      self.mostValues = mostValues
      self.textBytes = textBytes
      self.handler = handler
    }

    var signature: String { arguments.map(\.value).joined() }
  }

  package struct Property {
    let name: String
    let type: String
    let value: () -> BusValue
    /// Nil if the property is read-only.
    let set: ((BusMessage, BusValue) -> Answer)?

    /// - Parameters:
    ///   - value: returns the present value, of type `type`.
    ///   - set: called with a value of type `type`; answers with no values if it is accepted.
    package init(
      _ name: String, _ type: String, _ value: @escaping () -> BusValue,
      set: ((BusMessage, BusValue) -> Answer)? = nil
    ) {
      self.name = name
      self.type = type
      self.value = value
      self.set = set
    }
  }
}

extension BusInterface {
  /// The interface in the introspection format of D-Bus.
  var introspection: String {
    let methods = methods.map {
      let arguments = Self.elements($0.arguments, " direction=\"in\"") + Self.elements($0.results, " direction=\"out\"")
      return Self.element("method", $0.name, arguments)
    }
    let signals = signals.map { Self.element("signal", $0, Self.elements($1)) }
    let properties = properties.map {
      "<property name=\"\($0.name)\" type=\"\($0.type)\" access=\"\($0.set == nil ? "read" : "readwrite")\"/>"
    }
    return Self.element("interface", name, methods + signals + properties)
  }

  private static func element(_ kind: String, _ name: String, _ contents: [String]) -> String {
    "<\(kind) name=\"\(name)\">\(contents.joined())</\(kind)>\n"
  }

  private static func elements(_ arguments: Arguments, _ direction: String = "") -> [String] {
    arguments.map { "<arg name=\"\($0)\" type=\"\($1)\"\(direction)/>" }
  }
}
