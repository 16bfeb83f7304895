internal import FlyingSocks
internal import Glibc
internal import Synchronization

/// The connections that have not sent a permitted request. They may stay idle for ever, and are limited so that they do not use
/// up the descriptors.
final class NewConnections: Sendable {
  private struct State {
    /// Those of the user, in order.
    var own: [Socket] = []
    var strangers = 0
  }

  private let state = Mutex(State())

  /// The maximum number of connections of the user. A browser has up to six.
  static let mostOwn = 64
  /// The maximum number of connections of other users, which get a refusal.
  static let mostStrangers = 16

  /// Adds a connection of the user. Ends the oldest one beyond the limit: the newest one may be the page's.
  func add(_ socket: Socket) {
    state.withLock { state in
      state.own.append(socket)
      guard state.own.count > Self.mostOwn else { return }
      // Its task closes it. No other connection can have its number before, because it is removed before it is closed.
      _ = shutdown(state.own.removeFirst().file.rawValue, Int32(SHUT_RDWR))
    }
  }

  /// Removes a connection of the user, which has sent a permitted request or will be closed.
  func remove(_ socket: Socket) { state.withLock { $0.own.removeAll { $0 == socket } } }

  /// Adds a connection of another user. Returns false beyond the limit.
  func addStranger() -> Bool {
    state.withLock { state in
      guard state.strangers < Self.mostStrangers else { return false }
      state.strangers += 1
      return true
    }
  }

  func removeStranger() { state.withLock { $0.strangers -= 1 } }
}
