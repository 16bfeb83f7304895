/// A semantic name and what it means for the hand.
public struct Feedback: Hashable, Sendable {
  public let name: ShortName
  public let category: Category
  public let pattern: Pattern

  public init(_ name: ShortName, _ category: Category, _ pattern: Pattern) {
    self.name = name
    self.category = category
    self.pattern = pattern
  }
}
