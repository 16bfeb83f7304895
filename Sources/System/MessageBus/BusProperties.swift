package import HapticSystem

/// The properties of an object's interface, kept up to date.
package final class BusProperties {
  /// The known values; empty before the first reply.
  package private(set) var values: [String: BusValue] = [:]

  private let peer: BusPeer
  private let path: String
  private let interface: String
  private let onChange: ([String: BusValue]) -> Void
  private var isKnown = false
  private var changes: BusSlot?
  private var question: BusSlot?

  /// - Parameter onChange: called with all values after the first reply and after each change.
  /// - Throws: `.notConnected` if the connection is lost.
  package init(
    of path: String, _ interface: String, at peer: BusPeer, onChange: @escaping ([String: BusValue]) -> Void
  ) throws(Errno) {
    self.peer = peer
    self.path = path
    self.interface = interface
    self.onChange = onChange
    let rule = "type='signal',sender='\(peer.name)',path='\(path)',interface='\(Bus.properties)'"
    changes = try peer.connection.match(rule + ",member='PropertiesChanged',arg0='\(interface)'") { [unowned self] in
      if let values = try? $0.values() { take(values) }
    }
    reload()
  }

  /// Requests all values again. If the object no longer exists, the values stay as they are.
  package func reload() {
    question = peer.call(path, Bus.properties, "GetAll", [.string(interface)]) { [unowned self] in
      question = nil
      guard let values = (try? $0.get())?.first?.asDictionary else { return }
      self.values = values
      isKnown = true
      onChange(values)
    }
  }

  /// Merges a change. Changes before the first reply are ignored, because the reply includes them: both come from one
  /// program, in order.
  private func take(_ signal: [BusValue]) {
    guard isKnown, signal.count == 3, signal[0] == .string(interface), let changed = signal[1].asDictionary else {
      return
    }
    values.merge(changed) { $1 }
    if !changed.isEmpty { onChange(values) }
    // The third value lists properties that changed without their new values.
    if signal[2].asArray?.isEmpty == false { reload() }
  }
}
