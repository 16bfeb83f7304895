internal import EventLoop

/// A source that can be kept in a collection.
final class Registration {
  private let source: Source
  init(_ source: consuming Source) { self.source = source }
}
