package import HapticSystem

/// A value of a D-Bus message. The cases are the types of the D-Bus specification.
package indirect enum BusValue: Equatable, Sendable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  case descriptor(BusDescriptor)
  case variant(BusValue)
  /// All elements have the signature `of`.
  case array([BusValue], of: String)
  case structure([BusValue])
  /// An element of an array that is a dictionary.
  case entry(key: BusValue, value: BusValue)
}

/// A descriptor in a message. Closed after its last reference.
package final class BusDescriptor: Equatable, Sendable {
  private let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The descriptor; see `FileDescriptor.rawValue`.
  package var rawValue: Int32 { descriptor.rawValue }

  package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
}

extension BusValue {
  /// Creates a dictionary of type `a{sv}`, the format of properties and hints.
  package static func dictionary(_ values: [String: BusValue]) -> BusValue {
    let entries = values.sorted { $0.key < $1.key }.map { BusValue.entry(key: .string($0), value: .variant($1)) }
    return .array(entries, of: "{sv}")
  }

  /// The type, in the letters of D-Bus.
  package var typeSignature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .variant: "v"
    case .array(_, let element): "a" + element
    case .structure(let values): "(" + values.map(\.typeSignature).joined() + ")"
    case .entry(let key, let value): "{" + key.typeSignature + value.typeSignature + "}"
    }
  }
}

extension BusValue {
  /// Whether it is or contains a descriptor.
  var hasDescriptor: Bool {
    switch self {
    case .descriptor: true
    case .variant(let value): value.hasDescriptor
    case .array(let values, _), .structure(let values): values.contains(where: \.hasDescriptor)
    case .entry(let key, let value): key.hasDescriptor || value.hasDescriptor
    default: false
    }
  }
}

// The value if it has the expected type; otherwise nil.
extension BusValue {
  package var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var asInt32: Int32? { if case .int32(let value) = self { value } else { nil } }
  package var asUInt32: UInt32? { if case .uint32(let value) = self { value } else { nil } }
  package var asDouble: Double? { if case .double(let value) = self { value } else { nil } }
  package var asString: String? { if case .string(let value) = self { value } else { nil } }
  package var asObjectPath: String? { if case .objectPath(let value) = self { value } else { nil } }
  package var asDescriptor: BusDescriptor? { if case .descriptor(let value) = self { value } else { nil } }
  package var asStructure: [BusValue]? { if case .structure(let values) = self { values } else { nil } }
  package var asArray: [BusValue]? { if case .array(let values, _) = self { values } else { nil } }
  package var asVariant: BusValue? { if case .variant(let value) = self { value } else { nil } }

  /// The values of a dictionary of type `a{sv}`, without their variants.
  package var asDictionary: [String: BusValue]? {
    guard case .array(let entries, of: "{sv}") = self else { return nil }
    var values: [String: BusValue] = [:]
    for case .entry(.string(let key), .variant(let value)) in entries { values[key] = value }
    return values
  }
}
