// What the Swift packages of the programs use of FoundationEssentials, which would be six megabytes of each program. A
// version of a package that uses more does not compile.

/// The bytes that FlyingSocks sends and receives.
public struct Data: RandomAccessCollection, RangeReplaceableCollection, MutableCollection, Hashable, Sendable {
  private var bytes: [UInt8] = []

  public init() {}

  /// Without a copy; the general function would add one byte after the other.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public var startIndex: Int { bytes.startIndex }
  public var endIndex: Int { bytes.endIndex }

  public subscript(index: Int) -> UInt8 {
    get { bytes[index] }
    set { bytes[index] = newValue }
  }

  public mutating func replaceSubrange(_ range: Range<Int>, with other: some Collection<UInt8>) {
    bytes.replaceSubrange(range, with: other)
  }

  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }
}

/// A time in seconds, which FlyingSocks waits.
public typealias TimeInterval = Double

/// An error with a text for people, which ArgumentParser prints.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
}

/// Writes what ArgumentParser says of a command in JSON.
public final class JSONEncoder {
  public typealias OutputFormatting = JSONEncoding.Style
  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode(_ value: some Encodable) throws -> Data {
    Data(try JSONEncoding.bytes(of: value, outputFormatting.union(.escapedSlashes)))
  }
}

extension JSONEncoding.Style {
  public static let prettyPrinted = indented
}

extension String {
  public enum Encoding: Sendable { case utf8 }

  /// - Returns: nil if the bytes are not UTF-8.
  public init?(data: Data, encoding: Encoding) { self.init(validating: data, as: UTF8.self) }
}
