import Haptics
import Testing

@testable import HapticControl

@Suite struct ChosenDeviceTests {
  private let records = [
    Self.device(1, "gpio-vibrator"), Self.device(2, "DualSense Wireless Controller"),
    Self.device(3, "DualShock 4"), Self.device(12, "DualSense"), .wheel,
  ]

  private static func device(_ number: UInt32, _ name: String) -> DeviceRecord {
    var record = DeviceRecord.motor
    record.id = DeviceID(rawValue: number)
    record.name = name
    return record
  }

  private func message(_ text: String) throws -> String {
    let failure = try #require(throws: Failure.self) { try ChosenDevice.named(text, among: records) }
    #expect(failure.code == .usage)
    return failure.message
  }

  @Test(
    arguments: [
      ("1", 1), ("12", 12), ("012", 12), ("gpio-vibrator", 1), ("vibra", 1), ("GPIO", 1), ("DualSense", 12),
      ("dualsense", 12), ("DualSense W", 2), ("shock 4", 3), ("wireless", 2),
    ] as [(String, UInt32)])
  func `a device is found by its number, its name or a unique part of its name`(text: String, number: UInt32) throws {
    #expect(try ChosenDevice.named(text, among: records).id?.rawValue == number)
  }

  @Test func `an ambiguous part is refused with the candidates`() throws {
    #expect(
      try message("dual")
        == "'dual' matches 3 devices: 2 (DualSense Wireless Controller), 3 (DualShock 4), 12 (DualSense); "
        + "give the number, or more of the name")
  }

  @Test func `two devices of one name are told apart by their numbers only`() throws {
    let pads = [Self.device(4, "Pad"), Self.device(5, "Pad")]
    let failure = try #require(throws: Failure.self) { try ChosenDevice.named("Pad", among: pads) }
    #expect(failure.message.hasPrefix("'Pad' matches 2 devices: 4 (Pad), 5 (Pad); "))
  }

  @Test(arguments: ["4", "77", "0", "99999999999999999999", "xbox", "", "-1"])
  func `an unknown device is refused with the list of devices`(text: String) throws {
    let shown = ChosenDevice.isNumber(text) ? text : "'\(text)'"
    #expect(
      try message(text) == "there is no device \(shown); there are 1 (gpio-vibrator), "
        + "2 (DualSense Wireless Controller), 3 (DualShock 4), 12 (DualSense)")
  }

  @Test func `a device that the daemon ignores is refused with the reason`() throws {
    #expect(
      try message("G29")
        == "'G29 Racing Wheel' cannot play: ignored: a steering wheel; 'hapticctl doctor' shows the remedy")
  }

  @Test func `a refusal without any device refers to doctor`() throws {
    let failure = try #require(throws: Failure.self) { try ChosenDevice.named("1", among: [.wheel]) }
    #expect(failure.message == "there is no device 1: no device can play; 'hapticctl doctor' shows the reason")
  }
}
