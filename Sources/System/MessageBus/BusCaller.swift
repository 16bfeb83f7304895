package import HapticSystem

/// A program on the bus that called this one: its process, and the end of its connection.
package final class BusCaller {
  private let onEnd: () -> Void
  private var changes: BusSlot?
  private var question: BusSlot?

  /// Asks the bus for the process, and waits for the end.
  ///
  /// - Parameters:
  ///   - name: the unique name, such as `:1.7`, which no other program can take.
  ///   - onProcess: called once with the process, or nil if the bus does not know it.
  ///   - onRefused: called once, instead of the others, if the bus has no room for one more watched name. May release this
  ///     object.
  ///   - onEnd: called once after the connection of the program has ended. May release this object.
  /// - Throws: `.notConnected` if the connection is lost.
  package init(
    _ name: String, on connection: BusConnection, onProcess: @escaping (BusProcess?) -> Void,
    onRefused: @escaping () -> Void, onEnd: @escaping () -> Void
  ) throws(Errno) {
    self.onEnd = onEnd
    // The bus handles messages in order: a program that has ended before the match is added has no credentials.
    let refuse = { [unowned self] in
      question = nil
      onRefused()
    }
    changes = try connection.matchBus("NameOwnerChanged", about: name, onRefused: refuse) { [unowned self] in
      if $0.count == 3, $0[2] == .string("") { end() }
    }
    question = connection.call(Bus.name, Bus.path, Bus.name, "GetConnectionCredentials", [.string(name)]) {
      [unowned self] in
      question = nil
      if case .failure(.refused(Self.noOwner, _)) = $0 { return end() }
      onProcess((try? $0.get())?.first?.asDictionary.flatMap(BusProcess.init))
    }
  }

  private func end() {
    (changes, question) = (nil, nil)
    onEnd()
  }

  private static let noOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
}

/// The process of a program on the bus, as the bus read it from the program's socket.
package struct BusProcess {
  package let processID: Int32
  package let userID: UInt32

  init?(_ credentials: [String: BusValue]) {
    guard let processID = credentials["ProcessID"]?.asUInt32.flatMap(Int32.init(exactly:)), processID > 0,
      let userID = credentials["UnixUserID"]?.asUInt32
    else { return nil }
    self.processID = processID
    self.userID = userID
  }

  /// Creates a reference to the process that has the number now, so call this early. The bus would give a descriptor
  /// (`ProcessFD`) only to a connection that takes descriptors from every program.
  ///
  /// - Throws: `.noSuchProcess` if the process has ended.
  package func reference() throws(Errno) -> PeerProcess {
    try PeerProcess(processID)
  }
}
