/// What is wrong with a key or a value, and what to do about it.
public struct PreferenceMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public let remedy: String
  /// The place of the item in an array that is wrong; nil where it is the whole value.
  let place: TextPlace?

  init(_ message: String, remedy: String, at place: TextPlace? = nil) {
    self.message = message
    self.remedy = remedy
    self.place = place
  }

  public var description: String { "\(message); \(remedy)" }
}
