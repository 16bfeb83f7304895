internal import DeviceRecordings
internal import HapticSystem

extension Recording {
  /// Records a node of this machine.
  init(of node: LocalNode, on machine: Machine) throws(Failure) {
    do throws(Errno) {
      let port = try EvdevTrialPort(path: node.path)
      let (identity, capabilities) = try port.describe()
      self = try Recording(of: node, on: machine, identity, capabilities, port)
    } catch {
      switch error {
      case .noDevice, .noSuchFile: throw .refused("'\(node.name)' went away; plug it in and record it again")
      case .permissionDenied, .notPermitted:
        let remedy = node.accessRemedy(hasRules: machine.rulesFolder != nil)
        throw .usage("\(node.path), '\(node.name)', cannot be opened: \(error); \(remedy)")
      default: throw .refused("\(node.path), '\(node.name)', cannot be recorded: \(error); plug it in again")
      }
    }
  }

  /// - Throws: `.noDevice` if the device goes away.
  init(
    of node: LocalNode, on machine: Machine, _ identity: RecordedIdentity, _ capabilities: NodeCapabilities,
    _ port: some TrialPort
  ) throws(Errno) {
    let slotCount = try port.slotCount()
    let trials = try UploadTrials(port)
    self.init(
      identity: identity, driver: node.driver ?? "uinput",
      kernel: machine.text("/proc/sys/kernel/osrelease") ?? "unknown", slotCount: slotCount,
      properties: node.properties.filter { $0.key.hasPrefix("HAPTIC_") }, capabilities: capabilities,
      answers: trials.answers, latencies: trials.latencies)
  }

  var warning: String? {
    if answers.values.contains(.refused(.noSpace)) {
      return "'\(identity.name)' has no room for an effect (ENOSPC); if other programs hold its effects, end them and "
        + "record again, the daemon with: systemctl --user stop hapticd.socket hapticd"
    }
    if answers.values.contains(.refused(.timedOut)) {
      return "'\(identity.name)' did not respond to an upload; the others were not tried"
    }
    return answers.values.contains(.accepted) ? nil : "'\(identity.name)' refuses every upload"
  }
}
