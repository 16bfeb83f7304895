internal import DeviceRecordings
internal import VirtualDevices

/// A recorded device as a device of uinput, plugged in, with the recorded properties of udev: those of a driver would be
/// missing, because uinput is none.
final class ReplayedDevice {
  let device: any VirtualDevice
  private let rule: UdevRule

  init(_ recording: Recording) throws {
    let shape = try UinputShape(replaying: recording)
    rule = try UdevRule(Self.rule(recording), in: "99-replay.rules")
    device = try Guest.plug(shape)
  }

  /// The rule of udev that sets the recorded properties.
  ///
  /// - Throws: `RigError` for a property that would be more than a text in the rule: a recording may be a stranger's.
  static func rule(_ recording: Recording) throws -> String {
    let properties = try recording.properties.sorted { $0.key < $1.key }.map { key, value in
      if value.unicodeScalars.contains(where: isSpecial) {
        throw RigError("\(key) has a character that is special in a rule of udev; correct the recording")
      }
      return "ENV{\(key)}=\"\(value)\""
    }
    return (["KERNEL==\"event*\", ATTRS{name}==\"\(pattern(recording.identity.name))\""] + properties)
      .joined(separator: ", ")
  }

  /// The name as a pattern of udev, in which `?` is any one character.
  private static func pattern(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { pattern, scalar in
      pattern.unicodeScalars.append(isSpecial(scalar) || "*[]|".unicodeScalars.contains(scalar) ? "?" : scalar)
    }
  }

  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || "\"\\$%".unicodeScalars.contains(scalar)
  }

  deinit {
    device.unplug()
    rule.remove()
  }
}
