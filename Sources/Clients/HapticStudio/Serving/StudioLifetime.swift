package import HapticSystem

/// Decides when the studio ends: soon after its page has gone.
package struct StudioLifetime: Sendable {
  private var openStreams = 0
  private var lastEnd: Instant
  private var limit = Self.beforeFirst

  /// The time without a page after which the studio ends. A reload takes less.
  package static let afterLast = Duration.seconds(10)
  /// The time until a browser must have opened the page.
  package static let beforeFirst = Duration.seconds(600)

  package init(at start: Instant) { lastEnd = start }

  package mutating func streamBegan() { openStreams += 1 }

  package mutating func streamEnded(at moment: Instant) {
    openStreams -= 1
    (lastEnd, limit) = (moment, Self.afterLast)
  }

  package func isOver(at moment: Instant) -> Bool { openStreams == 0 && moment - lastEnd > limit }
}
