/// A mistake in a key or a value, with its remedy.
public struct PreferenceMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public let remedy: String
  /// The position of the wrong item in an array; nil if the whole value is wrong.
  let place: TextPlace?

  init(_ message: String, remedy: String, at place: TextPlace? = nil) {
    self.message = message
    self.remedy = remedy
    self.place = place
  }

  public var description: String { "\(message); \(remedy)" }
}
