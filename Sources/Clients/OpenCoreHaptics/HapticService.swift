internal import Foundation
internal import Haptics
internal import Synchronization

/// The connections to hapticd of this process: one for all feedback generators, and one for each engine.
package enum HapticService {
  private struct State: Sendable {
    var socketPath: String?
    /// The deadline of all plays; nil for that of their category.
    var deadline: Duration?
    var generators: GeneratorService?
  }

  private static let state = Mutex(State())

  /// The connection of all feedback generators, created at its first use.
  static var generators: GeneratorService {
    state.withLock { state in
      if let service = state.generators { return service }
      let service = GeneratorService(client(at: state.socketPath), deadline: state.deadline)
      state.generators = service
      return service
    }
  }

  /// Creates a connection for an engine. It connects on first use.
  static func makeClient() -> HapticClient { client(at: state.withLock { $0.socketPath }) }

  /// The deadline of the plays of new engines; nil for that of their category.
  static var deadline: Duration? { state.withLock { $0.deadline } }

  /// Uses another socket and deadline for all later connections, and a new connection for feedback generators. For
  /// tests, which run on busy machines.
  package static func use(socketPath: String?, deadline: Duration? = nil) {
    // Releases the old connection outside the lock, because that can take a moment.
    let old = state.withLock { state in
      let old = state.generators
      state = State(socketPath: socketPath, deadline: deadline)
      return old
    }
    withExtendedLifetime(old) {}
    Capabilities.forget()
  }

  private static func client(at path: String?) -> HapticClient {
    HapticClient(applicationName: ProcessInfo.processInfo.processName, socketPath: path)
  }
}
