/// A position in a text; both numbers start at 1. Columns count Unicode scalars.
package struct TextPlace: Hashable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A key with its value, or an item of an array.
package struct TOMLNode: Equatable, Sendable {
  /// The key; empty in an array.
  package let key: String
  /// The position of the key; nil in an array.
  package let keyPlace: TextPlace?
  /// The start of the value. A table with a header starts at the bracket of its header, and a table of dotted keys at
  /// a key.
  package let begin: TextPlace
  /// The position after the last character.
  package let end: TextPlace
  package let value: TOMLValue

  /// The position for messages: the key, or the value without a key.
  package var place: TextPlace { keyPlace ?? begin }

  /// The nodes of a table; nil for other values.
  package var children: [TOMLNode]? { if case .table(let children, _) = value { children } else { nil } }
}

/// The values of TOML, to the extent that preferences need them.
package enum TOMLValue: Equatable, Sendable {
  /// The nodes are in the order of the text.
  indirect case table([TOMLNode], isInline: Bool)
  indirect case array([TOMLNode])
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  /// A local time of day.
  case time(hour: Int, minute: Int, hasSeconds: Bool)
  /// A date, with or without a time.
  case date

  /// The type with its article, for messages.
  package var typeName: String {
    switch self {
    case .table: "a table"
    case .array: "an array"
    case .string: "a string"
    case .integer: "a whole number"
    case .float: "a number with a fraction"
    case .boolean: "true or false"
    case .time: "a time of day"
    case .date: "a date"
    }
  }
}
