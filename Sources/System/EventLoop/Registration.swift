/// A source that can be kept in a collection.
public final class Registration {
  private let source: Source
  public init(_ source: consuming Source) { self.source = source }
}
