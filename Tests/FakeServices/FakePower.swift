package import EventLoop
import HapticSystem
import MessageBus

/// A simulation of power-profiles-daemon, under one of its two names.
package final class FakePowerProfiles {
  package let service: FakeService
  private let name: String
  private let path: String

  package static let name = "org.freedesktop.UPower.PowerProfiles"
  package static let oldName = "net.hadess.PowerProfiles"

  package init(_ name: String = FakePowerProfiles.name, profile: String, on bus: FakeBus, loop: EventLoop) throws {
    self.name = name
    path = "/" + name.split(separator: ".").joined(separator: "/")
    service = try FakeService(name, on: bus, loop: loop)
    try service.serve(path, name, ["ActiveProfile": .string(profile), "PerformanceDegraded": .string("")])
  }

  package func setProfile(_ profile: String) throws {
    try service.set("ActiveProfile", name, of: path, to: .string(profile))
  }
}

/// A simulation of UPower with one battery.
package final class FakeUPower {
  package let service: FakeService

  package init(isOnBattery: Bool, warningLevel: UInt32, on bus: FakeBus, loop: EventLoop) throws {
    service = try FakeService("org.freedesktop.UPower", on: bus, loop: loop)
    try service.serve(Self.path, "org.freedesktop.UPower", ["OnBattery": .bool(isOnBattery)])
    try service.serve(
      Self.battery, "org.freedesktop.UPower.Device",
      ["WarningLevel": .uint32(warningLevel), "Percentage": .double(50)])
  }

  package func setOnBattery(_ isOnBattery: Bool) throws {
    try service.set("OnBattery", "org.freedesktop.UPower", of: Self.path, to: .bool(isOnBattery))
  }

  package func setWarningLevel(_ level: UInt32) throws {
    try service.set("WarningLevel", "org.freedesktop.UPower.Device", of: Self.battery, to: .uint32(level))
  }

  private static let path = "/org/freedesktop/UPower"
  private static let battery = "/org/freedesktop/UPower/devices/DisplayDevice"
}
