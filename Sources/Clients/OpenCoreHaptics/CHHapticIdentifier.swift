public import Foundation

/// A string with a type of its own: the type of an event, the name of a parameter, a locality.
///
/// Other strings than the static members are accepted; the initializer that uses them throws. A value in a dictionary
/// of `exportDictionary()` casts to its type and to `String`, as on Apple systems.
public protocol CHHapticIdentifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible, _ObjectiveCBridgeable
where RawValue == String, _ObjectiveCType == NSString {
  /// Creates an identifier from any string.
  init(rawValue: String)
}

extension CHHapticIdentifier {
  /// The string.
  public var description: String { rawValue }

  // `as?` calls these for an `NSString`.

  /// Returns the string as an object.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Converts an object.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = Self(rawValue: source._bridgeToSwift())
  }

  /// Converts an object; never fails.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(rawValue: source._bridgeToSwift())
    return true
  }

  /// Converts an object; nil gives the empty string.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source?._bridgeToSwift() ?? "")
  }
}
