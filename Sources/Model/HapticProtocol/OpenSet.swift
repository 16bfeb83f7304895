public import HapticPatterns

/// A set of values that later versions of the protocol extend. The daemon sends its values, and a client keeps a number
/// that it does not know as `unknown`, so that a newer daemon never breaks it.
public protocol OpenSet: RawRepresentable, CaseIterable, Hashable, Sendable, CustomStringConvertible
where RawValue: FixedWidthInteger & BitwiseCopyable & Sendable {
  /// The value with this number; `unknown` if this version has none.
  init(rawValue: RawValue)
  /// A value that this version does not have.
  static func unknown(_ number: RawValue) -> Self
  /// The name in hapticd-protocol(7) and in hapticctl; an unknown value has a name such as `verdict 31`.
  var name: String { get }
}

extension OpenSet {
  public init(rawValue: RawValue) { self = Self.allCases.first { $0.rawValue == rawValue } ?? .unknown(rawValue) }

  /// The name.
  public var description: String { name }
}

/// A value of a field in which every number is valid: a client keeps one of a later version.
protocol OpenNumber {
  associatedtype RawValue: FixedWidthInteger & BitwiseCopyable
  var rawValue: RawValue { get }
  init(rawValue: RawValue)
  /// The value for a client of this version of the protocol: itself, or the nearest one that the version has. The generated
  /// sets with later values implement it.
  func value(for version: UInt16) -> Self
}

extension OpenNumber {
  @inline(__always)
  func value(for version: UInt16) -> Self { self }
}

/// A value of an open set by its row of the table, which has its number and its name.
protocol NamedNumber: OpenNumber {
  associatedtype Number
  var row: (number: Number, name: String) { get }
}

extension NamedNumber {
  @inline(__always)
  public var rawValue: Number { row.number }
  public var name: String { row.name }
}

/// A value of a set that is closed in requests and open in records: the daemon accepts no unknown one, and a client keeps
/// it.
public enum Open<Value: RawRepresentable & Hashable & Sendable>: OpenNumber, Hashable, Sendable
where Value.RawValue: FixedWidthInteger & BitwiseCopyable & Sendable {
  case known(Value)
  /// A value of a later version.
  case unknown(Value.RawValue)

  init(rawValue: Value.RawValue) { self = Value(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue) }

  var rawValue: Value.RawValue {
    switch self {
    case .known(let value): value.rawValue
    case .unknown(let number): number
    }
  }

  /// The value, or nil if this version does not know it.
  public var known: Value? { if case .known(let value) = self { value } else { nil } }
}

extension Open<Category> {
  /// The name in commands, settings and reports; an unknown one has a name such as `category 9`.
  public var name: String {
    switch self {
    case .known(let category): category.name
    case .unknown(let number): "category \(number)"
    }
  }
}
