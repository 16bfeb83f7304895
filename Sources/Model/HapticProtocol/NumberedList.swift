/// A part of a list whose records have numbers of the history, in their order.
public protocol NumberedList: RecordList where Element: Numbered {
  static var query: Opcode { get }
  /// Whether the list ends with this part.
  var isLast: Bool { get }
}

/// A record with a number of the history.
public protocol Numbered: Sendable {
  var number: UInt64 { get }
}

/// Reads the records with a number above a given one.
public struct NumberedQuery<Answer: NumberedList>: ListQuery {
  public static var opcode: Opcode { Answer.query }

  /// 0 means from the first.
  public var number: UInt64

  public init(after number: UInt64 = 0) { self.number = number }

  public func next(after page: Answer) -> Self? {
    page.isLast ? nil : page.records.last.map { Self(after: $0.number) }
  }
}

extension NumberedQuery: Record {
  static var byteCount: Int { 16 }
  static var blank: Self { Self() }

  mutating func layout<C: Coder>(in packet: inout C) throws(C.Failure) { try packet.field(&number, at: 8) }
}
