/// A place in a text, both from 1; columns count Unicode scalars.
package struct TextPlace: Hashable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A key with what it stands for, or an item of an array.
package struct TOMLNode: Equatable, Sendable {
  /// Empty in an array.
  package let key: String
  /// Nil in an array.
  package let keyPlace: TextPlace?
  /// Of the value. A table under a header starts at the header's bracket, one that dotted keys made starts at a key.
  package let begin: TextPlace
  /// Behind the last character.
  package let end: TextPlace
  package let value: TOMLValue

  /// Where somebody looks for it.
  package var place: TextPlace { keyPlace ?? begin }

  /// What is in a table; nil where it is none.
  package var children: [TOMLNode]? {
    if case .table(let children, _) = value { return children }
    return nil
  }

  package subscript(key: String) -> TOMLNode? { children?.first { $0.key == key } }
}

/// What TOML can say, as far as preferences need it.
package enum TOMLValue: Equatable, Sendable {
  /// In the order of the text.
  indirect case table([TOMLNode], isInline: Bool)
  indirect case array([TOMLNode])
  case string(String)
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  /// A time of day, local.
  case time(hour: Int, minute: Int, hasSeconds: Bool)
  /// A date, or a date and a time.
  case date

  /// What it is, with its article.
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
