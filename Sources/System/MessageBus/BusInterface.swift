/// An interface of an exported object: its methods, properties and signals.
package struct BusInterface {
  package typealias Answer = BusConnection.Answer

  package let name: String
  let methods: [Method]
  let properties: [Property]
  let signals: [Signal]

  package init(_ name: String, methods: [Method] = [], properties: [Property] = [], signals: [Signal] = []) {
    self.name = name
    self.methods = methods
    self.properties = properties
    self.signals = signals
  }

  /// A named value of a method or signal.
  package struct Argument {
    let name: String
    /// The type, in the letters of D-Bus.
    let type: String

    package init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }

  package struct Method {
    let name: String
    let arguments: [Argument]
    let results: [Argument]
    /// The maximum number of values in the arguments, including containers.
    let mostValues: Int
    /// The maximum number of bytes of all texts in the arguments.
    let textBytes: Int
    let handler: (BusMessage, [BusValue]) -> Answer

    /// - Parameter handler: called with arguments of the right types.
    package init(
      _ name: String, _ arguments: [Argument] = [], returns results: [Argument] = [], mostValues: Int = 4096,
      textBytes: Int = 1 << 16, _ handler: @escaping (BusMessage, [BusValue]) -> Answer
    ) {
      self.name = name
      self.arguments = arguments
      self.results = results
      self.mostValues = mostValues
      self.textBytes = textBytes
      self.handler = handler
    }

    var signature: String { arguments.map(\.type).joined() }
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

  package struct Signal {
    let name: String
    let arguments: [Argument]

    package init(_ name: String, _ arguments: [Argument] = []) {
      self.name = name
      self.arguments = arguments
    }
  }
}

extension BusInterface {
  /// The interface in the introspection format of D-Bus.
  var introspection: String {
    let methods = methods.map {
      let arguments = $0.arguments.map { $0.xml("in") } + $0.results.map { $0.xml("out") }
      return Self.element("method", $0.name, arguments)
    }
    let signals = signals.map { Self.element("signal", $0.name, $0.arguments.map { $0.xml(nil) }) }
    let properties = properties.map {
      "<property name=\"\($0.name)\" type=\"\($0.type)\" access=\"\($0.set == nil ? "read" : "readwrite")\"/>"
    }
    return Self.element("interface", name, methods + signals + properties)
  }

  private static func element(_ kind: String, _ name: String, _ contents: [String]) -> String {
    "<\(kind) name=\"\(name)\">\(contents.joined())</\(kind)>\n"
  }
}

extension BusInterface.Argument {
  fileprivate func xml(_ direction: String?) -> String {
    let direction = direction.map { " direction=\"\($0)\"" } ?? ""
    return "<arg name=\"\(name)\" type=\"\(type)\"\(direction)/>"
  }
}
