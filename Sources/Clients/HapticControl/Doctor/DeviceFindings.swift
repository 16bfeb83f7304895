internal import HapticSystem
internal import Haptics

extension LocalNode {
  var shortName: String { Folder.name(of: path) }

  /// The finding about a node, with the daemon's record of it if there is one.
  func finding(_ record: DeviceRecord?, off setting: SilencingSetting?, hasRules: Bool) -> DoctorFinding {
    guard let record else { return unknownToDaemon(hasRules: hasRules) }
    let access = canWrite ? "accessible" : "not accessible"
    if record.state == .noPermission {
      return .problem(
        shortName, "\(name): the daemon may not open it", details: [access, capabilityText],
        remedy: accessRemedy(hasRules: hasRules))
    }
    return record.finding(named: shortName, access: access, off: setting)
  }

  private func unknownToDaemon(hasRules: Bool) -> DoctorFinding {
    if let reason = reasonToIgnore { return .note(shortName, "\(name): ignored: \(reason)") }
    let kind = properties["HAPTIC_CLASS"] ?? "not classified"
    let text = "\(name): \(kind), driver \(driver ?? "uinput")"
    guard canWrite else {
      return .problem(
        shortName, text + ", not accessible", details: [capabilityText], remedy: accessRemedy(hasRules: hasRules))
    }
    return .fine(shortName, text + ", accessible", details: [capabilityText])
  }

  private var capabilityText: String { "can " + capabilityNames(capabilities).joined(separator: ", ") }

  /// The remedy for a node that this process cannot write to.
  func accessRemedy(hasRules: Bool) -> String {
    if !hasRules { return "install the udev rules: sudo make install" }
    if properties["HAPTIC_CLASS"] == nil {
      return "the rules are newer than the device: sudo udevadm trigger --subsystem-match=input"
    }
    if isTaggedForSeat {
      return "udev gives access to the user at the machine: log in there (not over ssh), "
        + "or join the group: sudo usermod -aG input $USER"
    }
    return "no rule gives access: sudo usermod -aG input $USER, and log in again"
  }
}

extension DeviceRecord {
  /// The finding about a device without a node, such as a simulated one.
  func finding(off setting: SilencingSetting?) -> DoctorFinding {
    let name = path.split(separator: "/").last.map(String.init) ?? "device \(id?.rawValue ?? 0)"
    return finding(named: name, access: nil, off: setting)
  }

  /// The finding for the state of a device in the daemon, with the remedy if it does not play.
  ///
  /// - Parameter setting: the setting that switches the device off; nil if none does. Another finding has the remedy.
  func finding(named subject: String, access: String?, off setting: SilencingSetting? = nil) -> DoctorFinding {
    let because = reason.isEmpty ? "" : ": \(reason)"
    switch state {
    case .ready where !reason.isEmpty:
      return .problem(
        subject, "\(name): \(reason); it may still vibrate",
        remedy: "unplug it and plug it in again; dmesg may say more")
    case .ready:
      let text = ["\(name): \(kind)", "driver \(driver.words)", access].compactMap(\.self).joined(separator: ", ")
      if let setting { return .note(subject, "\(text), works, but is \(setting.words)") }
      return .fine(subject, text, details: readyDetails)
    case .opening: return .note(subject, "\(name): being opened")
    case .ignored: return .note(subject, "\(name): ignored\(because)")
    case .noPermission:
      return .problem(subject, "\(name): the daemon may not open it", remedy: "see Permissions in hapticd(8)")
    case .failed:
      let remedy = Errno(rawValue: Int32(clamping: errorNumber))
        .remedy(or: "unplug it and plug it in again; dmesg may show the cause")
      return .problem(subject, "\(name): failed\(because)", remedy: remedy)
    case .stalled:
      return .problem(
        subject, "\(name): does not respond\(because)",
        remedy: driver == .uinput ? "restart the program that provides it" : "unplug it and plug it in again")
    case .unknown:
      return .note(subject, "\(name): \(state), which this version of hapticctl does not know\(because)")
    }
  }

  private var readyDetails: [String] {
    let bits = capabilities == 0 ? [] : ["can " + capabilityNames(capabilities).joined(separator: ", ")]
    let costs = "upload \(uploadText), play \(playText)"
    return bits + ["plays \(effectText), slots \(slotsText), \(costs)", motorText]
  }
}
