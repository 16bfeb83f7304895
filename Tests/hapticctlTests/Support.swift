import Foundation
import Haptics
import TestSupport

@testable import HapticControl

/// A simulated machine: files in a temporary folder, removed when this object is released.
final class FakeMachine {
  private let folder = try! TestFolder()
  var root: String { folder.path }
  var environment = ["XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/someone"]

  var machine: Machine { Machine(root: root, environment: environment, userID: 1000) }

  /// Writes a file; `path` begins with a slash.
  func add(_ path: String, _ text: String = "") { try! folder.write(text, to: String(path.dropFirst())) }

  /// Adds an input node with its entries in sysfs, the database of udev and /dev.
  func addNode(
    _ number: Int, _ name: String, capabilities: String = "107030000 0", properties: [String] = [],
    isTagged: Bool = false, isWritable: Bool = true, driver: String? = nil
  ) {
    let folder = "/sys/class/input/event\(number)"
    if let driver {
      add(folder + "/device/device/uevent")
      try! FileManager.default.createSymbolicLink(
        atPath: root + folder + "/device/device/driver", withDestinationPath: "../../drivers/\(driver)")
    }
    add(folder + "/device/name", name + "\n")
    add(folder + "/device/capabilities/ff", capabilities + "\n")
    add(folder + "/dev", "13:\(64 + number)\n")
    let record = properties.map { "E:" + $0 } + (isTagged ? ["Q:uaccess"] : [])
    add("/run/udev/data/c13:\(64 + number)", record.joined(separator: "\n"))
    // A missing node denies access to all users, including root, who may run the tests.
    if isWritable { add("/dev/input/event\(number)") }
  }

  func addRules() {
    add("/usr/lib/udev/rules.d/70-hapticd.rules")
    add("/usr/lib/udev/hwdb.d/60-hapticd.hwdb")
    add("/etc/udev/hwdb.bin")
  }
}

extension DeviceRecord {
  /// A phone motor that is ready.
  static let motor = DeviceRecord(
    id: DeviceID(rawValue: 1), state: .ready, driver: .memless, effect: .rumble, kind: .vibrator, slots: 16,
    slotShare: 2, bus: 0x18, vendor: 0x54c, product: 0xce6, version: 1, uploadNanoseconds: 31_000,
    playNanoseconds: 4_000, capabilities: 0x1_0703_0000,
    motor: MotorProperties(
      motors: 1, deadband: 6554, riseMicroseconds: 60_000, fallMicroseconds: 80_000,
      minimumIntervalMicroseconds: 4_000, shortestPulseMicroseconds: 15_000, floor: 0, ceiling: 0xffff),
    name: "gpio-vibrator", path: "/dev/input/event3")

  static let wheel = DeviceRecord(
    id: nil, state: .ignored, driver: .own, kind: .wheel, name: "G29 Racing Wheel", path: "/dev/input/event7",
    reason: "a steering wheel")
}
