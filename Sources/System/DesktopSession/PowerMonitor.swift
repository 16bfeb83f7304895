package import MessageBus

/// Reports whether to save power: the user or the system has selected the profile `power-saver`; or, without
/// profiles, the machine runs on a battery that is low. False if this is unknown.
package final class PowerMonitor {
  /// The current state.
  package private(set) var isSaving = false

  private let onChange: (_ isSaving: Bool) -> Void
  private var names: [BusName] = []
  /// The available services.
  private var peers: [PowerSource: BusPeer] = [:]
  private var chosen: (source: PowerSource, name: String)?
  private var watch: AnyObject?

  /// - Parameters:
  ///   - link: the connection to the bus; must not outlive the monitor.
  ///   - onChange: called after each change. The initial state is false.
  package init(link: BusLink, onChange: @escaping (_ isSaving: Bool) -> Void) {
    self.onChange = onChange
    link.observe { [unowned self] in use($0) }
  }

  private func use(_ connection: BusConnection?) {
    names = []
    peers = [:]
    choose()
    guard let connection else { return }
    for source in PowerSource.allCases {
      let name = try? BusName(source.rawValue, on: connection) { [unowned self] peer in
        peers[source] = peer
        choose()
      }
      if let name { names.append(name) }
    }
  }

  private func choose() {
    guard let source = PowerSource.allCases.first(where: { peers[$0] != nil }), let peer = peers[source] else {
      chosen = nil
      watch = nil
      return note(false)
    }
    if let chosen, chosen == (source, peer.name) { return }
    chosen = (source, peer.name)
    watch = nil
    watch = source.watch(peer) { [unowned self] in note($0) }
  }

  private func note(_ isSaving: Bool) {
    if isSaving == self.isSaving { return }
    self.isSaving = isSaving
    onChange(isSaving)
  }
}
