/// A name with a meaning, and its category and pattern.
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
