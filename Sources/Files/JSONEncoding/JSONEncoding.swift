// Foundation's JSONEncoder would be a quarter of hapticctl. FoundationStandIn has these files too.

/// Encodes values as JSON.
public enum JSONEncoding {
  /// What a document looks like.
  public struct Style: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Members are in the order of their keys. Without it, they are in the order in which they are encoded.
    public static let sortedKeys = Self(rawValue: 1)
    /// Each value has a line, with two spaces for each level.
    public static let indented = Self(rawValue: 2)
    /// Slashes have a backslash.
    public static let escapedSlashes = Self(rawValue: 4)
  }

  /// Returns the JSON document of a value, in UTF-8. Members without a value are omitted.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number that is not finite, or the error of the value itself.
  public static func bytes(of value: some Encodable, _ style: Style = []) throws -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(try JSONPart.part(of: value, at: []))
    return writer.bytes
  }
}
