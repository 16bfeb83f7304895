public import HapticSystem

/// The properties of an object's interface, kept up to date.
public final class BusProperties {
  /// All that is known; empty before the first answer.
  public private(set) var values: [String: BusValue] = [:]

  private let peer: BusPeer
  private let path: String
  private let interface: String
  private let onChange: ([String: BusValue]) -> Void
  private var isKnown = false
  private var changes: BusSlot?
  private var question: BusSlot?

  /// - Parameter onChange: told all values: when they are known, and after each change of any of them.
  /// - Throws: `.notConnected` where the connection broke.
  public init(
    of path: String, _ interface: String, at peer: BusPeer, onChange: @escaping ([String: BusValue]) -> Void
  ) throws(Errno) {
    self.peer = peer
    self.path = path
    self.interface = interface
    self.onChange = onChange
    let rule = "type='signal',sender='\(peer.name)',path='\(path)',interface='\(Properties.interface)'"
    changes = try peer.connection.match(rule + ",member='PropertiesChanged',arg0='\(interface)'") { [unowned self] in
      if let values = try? $0.values() { take(values) }
    }
    reload()
  }

  /// Asks for all values again. Where the object is gone they stay as they were.
  public func reload() {
    question = peer.call(path, Properties.interface, "GetAll", [.string(interface)]) { [unowned self] in
      question = nil
      guard let values = (try? $0.get())?.first?.asDictionary else { return }
      self.values = values
      isKnown = true
      onChange(values)
    }
  }

  /// Changes that come before the first answer are in it: both come from one program, in order.
  private func take(_ signal: [BusValue]) {
    guard isKnown, signal.count == 3, signal[0] == .string(interface), let changed = signal[1].asDictionary else {
      return
    }
    values.merge(changed) { $1 }
    if !changed.isEmpty { onChange(values) }
    // Names of properties that changed without a word on what they are now.
    if signal[2].asArray?.isEmpty == false { reload() }
  }
}

enum Properties {
  static let interface = "org.freedesktop.DBus.Properties"
}
