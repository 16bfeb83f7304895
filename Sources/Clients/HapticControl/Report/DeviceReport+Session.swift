internal import DeviceRecordings
internal import Haptics
internal import PreferenceFiles

extension DeviceReport {
  /// Collects the contents from the daemon and from this machine, and records the nodes.
  init(of session: DaemonSession) throws(Failure) {
    let machine = Machine()
    var statistics = try session.statistics(resetting: false)
    // Without this command itself.
    statistics.clients -= min(statistics.clients, 1)
    let findings = Doctor.diagnosis().findings
    let devices = ReportedDevice.all(try session.devices(), machine.nodes) { node throws(Failure) in
      try Recording(of: node, on: machine)
    }
    self.init(
      machine: machine, daemonVersion: session.daemonVersion, findings: findings, statistics: statistics,
      devices: devices,
      privateWords: PrivateWords(session.settings(), history: (try? session.history()) ?? []))
  }
}
