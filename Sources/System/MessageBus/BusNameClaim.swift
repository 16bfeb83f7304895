package import HapticSystem

/// A request of this program for a well-known name. While another program owns the name, this one waits in the queue of
/// the bus, and gets the name when the owner ends. Another program may replace it.
package final class BusNameClaim {
  package enum State: Equatable {
    /// This program owns the name.
    case owned
    /// Another program owns the name.
    case waiting
    /// The bus does not permit this program to own the name.
    case refused(BusError)
  }

  package let name: String
  /// The state; nil before the first reply.
  package private(set) var state: State?

  private let connection: BusConnection
  private let onState: (State) -> Void
  private var changes: [BusSlot] = []
  private var question: BusSlot?

  /// - Parameters:
  ///   - replaces: whether to replace an owner that permits it.
  ///   - onState: called with the first state and after each change.
  /// - Throws: `.notConnected` if the connection is lost.
  package init(
    _ name: String, on connection: BusConnection, replaces: Bool = false, onState: @escaping (State) -> Void
  ) throws(Errno) {
    self.name = name
    self.connection = connection
    self.onState = onState
    for (member, state) in [("NameAcquired", State.owned), ("NameLost", .waiting)] {
      changes.append(try connection.matchBus(member, about: name) { [unowned self] _ in note(state) })
    }
    question = connection.call(
      Bus.name, Bus.path, Bus.name, "RequestName",
      [.string(name), .uint32(Self.allowReplacement | (replaces ? Self.replaceExisting : 0))]
    ) { [unowned self] in
      question = nil
      switch $0 {
      case .success(let values): note(values.first == .uint32(Self.inQueue) ? .waiting : .owned)
      case .failure(let error): note(.refused(error))
      }
    }
  }

  deinit { _ = connection.call(Bus.name, Bus.path, Bus.name, "ReleaseName", [.string(name)]) { _ in } }

  private func note(_ state: State) {
    if state == self.state { return }
    self.state = state
    onState(state)
  }

  private static let allowReplacement: UInt32 = 1
  private static let replaceExisting: UInt32 = 2
  private static let inQueue: UInt32 = 2
}
