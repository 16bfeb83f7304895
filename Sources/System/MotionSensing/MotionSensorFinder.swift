internal import HapticSystem

/// Finds accelerometers in sysfs.
package struct MotionSensorFinder: Sendable {
  /// A prefix of every path, for tests with a simulated file system.
  private let root: String

  package init(root: String = "") { self.root = root }

  /// The accelerometer of the gamepad with this force feedback node: the event node with `INPUT_PROP_ACCELEROMETER`
  /// of the same parent device, or of the same unique id or physical path. Nil if there is none.
  package func sensor(ofPad node: String) -> MotionSensorPlace? {
    let name = Folder.name(of: node)
    let own = relations(of: name)
    let nodes = ((try? Folder.entries(of: "\(root)/sys/class/input")) ?? []).filter { $0.hasPrefix("event") }
    let found = nodes.filter { $0 != name && isAccelerometer($0) }
      .map { (name: $0, likeness: own.likeness(to: relations(of: $0))) }
      .filter { $0.likeness > 0 }
    // The order of event numbers is that of the devices, so that of two equal ones the first is used.
    return found.max { ($0.likeness, number($1.name)) < ($1.likeness, number($0.name)) }.map { place(of: $0.name) }
  }

  /// The accelerometers of the machine itself, in the order of their numbers; one for the display comes first.
  package var machineSensors: [MotionSensorPlace] {
    let folder = "\(root)/sys/bus/iio/devices"
    let names = ((try? Folder.entries(of: folder)) ?? []).filter { $0.hasPrefix("iio:device") }
    let sensors = names.sorted { number($0) < number($1) }.map { IndustrialFolder(path: "\(folder)/\($0)") }
      .filter(\.isAccelerometer)
      .map(place)
    return sensors.filter { $0.name != Self.base } + sensors.filter { $0.name == Self.base }
  }

  /// The label of the sensor in the keyboard half of a laptop.
  private static let base = "accel-base"

  /// The sensor at a path: an event node, or a folder of an IIO sensor.
  package func sensor(at path: String) -> MotionSensorPlace? {
    let name = Folder.name(of: path)
    if name.hasPrefix("event") { return isAccelerometer(name) ? place(of: name) : nil }
    let folder = IndustrialFolder(path: path)
    return folder.isAccelerometer ? place(of: folder) : nil
  }

  private func place(of folder: IndustrialFolder) -> MotionSensorPlace {
    MotionSensorPlace(
      kind: .iio, path: folder.path, name: folder.name, node: "\(root)/dev/\(Folder.name(of: folder.path))")
  }

  // MARK: Event nodes

  private func place(of event: String) -> MotionSensorPlace {
    MotionSensorPlace(
      kind: .evdev, path: "\(root)/dev/input/\(event)", name: SystemText.read("\(device(event))/name") ?? event)
  }

  private func device(_ event: String) -> String { "\(root)/sys/class/input/\(event)/device" }

  /// The number at the end of a name.
  private func number(_ name: String) -> Int { Int(name.drop { !("0"..."9").contains($0) }) ?? 0 }

  /// Whether a node has the property `INPUT_PROP_ACCELEROMETER`, bit 6.
  private func isAccelerometer(_ event: String) -> Bool {
    Bitmap(SystemText.read("\(device(event))/properties") ?? "")[6]
  }

  /// The attributes that the nodes of a device share.
  private struct Relations {
    let parent, uniqueID, port: String?

    /// 3 for the same parent device, 2 for the same unique id, 1 for the same port, else 0.
    func likeness(to other: Relations) -> Int {
      if let parent, parent == other.parent { return 3 }
      if let uniqueID, uniqueID == other.uniqueID { return 2 }
      if let port, port == other.port { return 1 }
      return 0
    }
  }

  private func relations(of event: String) -> Relations {
    let device = device(event)
    return Relations(
      parent: Folder.resolved("\(device)/device"), uniqueID: SystemText.read("\(device)/uniq"),
      port: SystemText.read("\(device)/phys"))
  }
}
