internal import HapticPreferences
internal import HapticSystem
internal import PreferenceFiles

/// Findings about hardware, kernels and desktops whose haptics are often missing for a reason outside of hapticd.
struct KnownCases {
  let machine: Machine
  let nodes: [LocalNode]
  let settings: PreferenceStack

  var findings: [DoctorFinding] { pressurePads + [steamDeck, audioHaptics, plasmaMobile].compactMap(\.self) }

  // MARK: Touchpads

  /// The touchpads that measure pressure and have no click that the kernel offers.
  private var pressurePads: [DoctorFinding] {
    machine.inputNodes.filter { machine.isPressurePad($0) && machine.abilities(of: $0) & Self.clicks == 0 }.map {
      event in
      let pad = "\(machine.name(of: event)): a pressure pad without waveforms:"
      return switch machine.kernelOption("HID_HAPTIC") {
      case true: .note(event, "\(pad) it clicks by its firmware, and offers the kernel nothing else")
      case false:
        .note(
          event, "\(pad) this kernel has CONFIG_HID_HAPTIC unset",
          remedy: "use a kernel with CONFIG_HID_HAPTIC=y, from 6.18 on; hapticd leaves touchpads to other programs")
      case nil:
        .note(
          event, "\(pad) the kernel has CONFIG_HID_HAPTIC unset or is older than 6.18, or the firmware clicks alone")
      }
    }
  }

  /// `FF_HAPTIC` among the capabilities of a node.
  private static let clicks: UInt64 = 1 << (0x4f - 0x40)

  // MARK: Gamepads

  private var steamDeck: DoctorFinding? {
    let pads = machine.inputNodes.filter { machine.name(of: $0) == "Steam Deck" }
    guard let pad = pads.first, !pads.contains(where: { machine.abilities(of: $0) != 0 }) else { return nil }
    let reason =
      machine.kernelOption("STEAM_FF") == false
      ? "this kernel has CONFIG_STEAM_FF unset"
      : "the kernel gives no force feedback, as one with CONFIG_STEAM_FF unset"
    return .problem(
      pad, "Steam Deck: its motors are out of reach: \(reason)",
      remedy: "use a kernel with CONFIG_STEAM_FF=y, such as that of SteamOS")
  }

  /// A DualSense over USB is a sound card, whose channels 3 and 4 are its actuators. A rumble report switches them over.
  private var audioHaptics: DoctorFinding? {
    guard machine.text("/proc/asound/cards")?.includes("DualSense") == true,
      let pad = nodes.first(where: { $0.driver == "playstation" && $0.name.includes("DualSense") })
    else { return nil }
    return .note(
      pad.shortName, "\(pad.name): a rumble may silence the audio haptics of a game that uses them over USB",
      remedy: "for such a game: hapticctl set \("device.\(pad.name).enabled".shellWord) off")
  }

  // MARK: Desktops

  /// Plasma Mobile called hfd-service in former releases, and calls feedbackd's name today.
  private var plasmaMobile: DoctorFinding? {
    let shares = ["/usr/local/share", "/usr/share"]
    func has(_ path: String) -> Bool { machine.firstFolder(of: shares, with: path) != nil }
    guard has("wayland-sessions/plasma-mobile.desktop"), has("dbus-1/system-services/com.lomiri.hfd.service"),
      !has("dbus-1/services/org.sigxcpu.Feedback.service")
    else { return nil }
    let text = "Plasma Mobile calls org.sigxcpu.Feedback and not hfd-service, and nothing starts that name on the bus"
    return settings.preferences.feedbackInterface == false
      ? .problem("plasma-mobile", text, remedy: "hapticctl set feedback-interface on")
      : .note("plasma-mobile", text, remedy: "sudo make install ACTIVATION=yes")
  }
}

extension Machine {
  /// The names of all input nodes, such as `event3`, in the order of their numbers.
  var inputNodes: [String] {
    ((try? Folder.entries(of: root + "/sys/class/input")) ?? []).filter { $0.hasPrefix("event") }
      .sorted { Int($0.dropFirst(5)) ?? 0 < Int($1.dropFirst(5)) ?? 0 }
  }

  func name(of event: String) -> String { text("/sys/class/input/\(event)/device/name") ?? event }

  /// The force feedback bits; bit n is the kernel's code 0x40 + n.
  func abilities(of event: String) -> UInt64 {
    Bitmap(text("/sys/class/input/\(event)/device/capabilities/ff") ?? "").effects
  }

  /// Whether a node has the property `INPUT_PROP_PRESSUREPAD`, bit 7.
  fileprivate func isPressurePad(_ event: String) -> Bool {
    Bitmap(text("/sys/class/input/\(event)/device/properties") ?? "")[7]
  }

  /// Whether the running kernel has an option; nil if its configuration is not readable.
  fileprivate func kernelOption(_ name: String) -> Bool? {
    guard let release = text("/proc/sys/kernel/osrelease"),
      let configuration = text("/boot/config-\(release)") ?? text("/lib/modules/\(release)/config")
    else { return nil }
    let lines = configuration.split(separator: "\n")
    return lines.contains("CONFIG_\(name)=y") || lines.contains("CONFIG_\(name)=m")
  }
}
