import EventLoop
import FakeServices
import HapticSystem
import Testing

@testable import DesktopSession

@Suite(.enabled(if: FakeBus.program != nil, "dbus-daemon is not installed"))
struct PowerTests {
  private func profiles(
    _ bench: Bench, _ profile: String, name: String = FakePowerProfiles.name
  ) throws -> FakePowerProfiles {
    let profiles = try FakePowerProfiles(name, profile: profile, on: bench.bus, loop: bench.loop)
    try bench.run { profiles.service.isReady }
    return profiles
  }

  private func upower(_ bench: Bench, isOnBattery: Bool, level: UInt32) throws -> FakeUPower {
    let upower = try FakeUPower(isOnBattery: isOnBattery, warningLevel: level, on: bench.bus, loop: bench.loop)
    try bench.run { upower.service.isReady }
    return upower
  }

  @Test(arguments: [FakePowerProfiles.name, FakePowerProfiles.oldName])
  func `the profile power-saver saves power, no other does`(_ name: String) throws {
    let bench = try Bench()
    let profiles = try profiles(bench, "power-saver", name: name)
    bench.monitorPower()
    #expect(bench.power?.isSaving == false)
    try bench.run { bench.savings == [true] }
    try profiles.setProfile("balanced")
    try bench.run { bench.savings == [true, false] }
    try profiles.setProfile("performance")
    try profiles.setProfile("power-saver")
    try bench.run { bench.savings == [true, false, true] }
    #expect(bench.power?.isSaving == true)
  }

  @Test func `of both D-Bus names of power profiles, the newer one is used`() throws {
    let bench = try Bench()
    let old = try profiles(bench, "power-saver", name: FakePowerProfiles.oldName)
    let new = try profiles(bench, "balanced")
    bench.monitorPower()
    try bench.settle()
    #expect(bench.savings.isEmpty)
    try new.setProfile("power-saver")
    try bench.run { bench.savings == [true] }
    try old.setProfile("balanced")
    try bench.settle()
    #expect(bench.savings == [true])
  }

  @Test func `a power profile service that starts later is used, until it ends`() throws {
    let bench = try Bench()
    bench.monitorPower()
    try bench.settle()
    #expect(bench.savings.isEmpty)
    var profiles: FakePowerProfiles? = try profiles(bench, "power-saver")
    try bench.run { bench.savings == [true] }
    profiles = nil
    try bench.run { bench.savings == [true, false] }
    #expect(profiles == nil)
  }

  @Test func `without profiles a low battery saves power, while it is in use`() throws {
    let bench = try Bench()
    let upower = try upower(bench, isOnBattery: true, level: 1)
    bench.monitorPower()
    try bench.settle()
    #expect(bench.savings.isEmpty)
    try upower.setWarningLevel(3)
    try bench.run { bench.savings == [true] }
    try upower.setWarningLevel(4)
    try upower.setOnBattery(false)
    try bench.run { bench.savings == [true, false] }
    try upower.setOnBattery(true)
    try bench.run { bench.savings == [true, false, true] }
    try upower.setWarningLevel(2)
    try bench.run { bench.savings == [true, false, true, false] }
  }

  @Test func `profiles count more than the battery`() throws {
    let bench = try Bench()
    let upower = try upower(bench, isOnBattery: true, level: 4)
    bench.monitorPower()
    try bench.run { bench.savings == [true] }
    let profiles = try profiles(bench, "balanced")
    try bench.run { bench.savings == [true, false] }
    try upower.setWarningLevel(5)
    try bench.settle()
    #expect(bench.savings == [true, false])
    _ = profiles
  }

  @Test func `the level of a battery is not queried on mains power`() throws {
    let bench = try Bench()
    let upower = try upower(bench, isOnBattery: false, level: 4)
    bench.monitorPower()
    try bench.run { !upower.service.calls.isEmpty }
    try bench.settle()
    #expect(upower.service.calls == ["GetAll"] && bench.savings.isEmpty)
  }

  @Test func `power saving ends with the bus`() throws {
    let bench = try Bench()
    let profiles = try profiles(bench, "power-saver")
    bench.monitorPower()
    try bench.run { bench.savings == [true] }
    bench.bus.stop()
    try bench.run { bench.savings == [true, false] }
    _ = profiles
  }
}
