internal import HapticSystem
internal import MessageBus

/// Finds out which program owns a name, for a line in the log.
final class NameOwnerReport {
  private var question: BusSlot?

  /// - Parameter onOwner: called once with the owner in the form `feedbackd (pid 812)`.
  init(_ name: String, on connection: BusConnection, onOwner: @escaping (String) -> Void) {
    question = connection.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      [.string(name)]
    ) { [weak self] reply in
      self?.question = nil
      guard let number = (try? reply.get())?.first?.asUInt32, let processID = Int32(exactly: number) else {
        return onOwner("another program")
      }
      let credentials = PeerCredentials(processID: processID, userID: 0, groupID: 0)
      onOwner("\(credentials.programName ?? "a program") (pid \(processID))")
    }
  }
}
