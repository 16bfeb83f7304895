package import HapticSystem
internal import Synchronization

/// The streams of events to the open pages.
final class EventHub: Sendable {
  private struct State {
    var streams: [Int: AsyncStream<String>.Continuation] = [:]
    var count = 0
    var lifetime: StudioLifetime
  }

  private let state: Mutex<State>

  init() { state = Mutex(State(lifetime: StudioLifetime(at: .now))) }

  /// Events that a page does not read are dropped beyond this number.
  private static let most = 64

  /// Begins a stream, which lasts until `end`.
  func begin() -> (number: Int, lines: AsyncStream<String>) {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(Self.most))
    let number = state.withLock { state in
      state.count += 1
      state.streams[state.count] = continuation
      state.lifetime.streamBegan()
      return state.count
    }
    return (number, lines)
  }

  func end(_ number: Int) {
    state.withLock { state in
      guard let stream = state.streams.removeValue(forKey: number) else { return }
      stream.finish()
      state.lifetime.streamEnded(at: .now)
    }
  }

  /// Sends an event to all pages.
  func send(_ line: String) {
    state.withLock { state in
      for stream in state.streams.values { stream.yield(line + "\n") }
    }
  }

  var isOver: Bool { state.withLock { $0.lifetime.isOver(at: .now) } }
}

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
