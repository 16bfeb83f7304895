import Glibc
import HapticPatterns
import HapticSystem
import SoundLight
import TestSupport
import Testing

/// The lights of the helper program.
@Suite(.serialized, .enabled(if: Theatre.program != nil, "hapticd-sound-light is not built"))
struct HelperLightTests {
  @Test(arguments: ["blue:status", "blue:status-2", "blue:indicator"])
  func `a LED for notifications is lit, also the second one of its function`(name: String) throws {
    let theatre = try Theatre()
    try theatre.addLED(name)
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .started)] }
    #expect(theatre.led(name, "brightness") != "0")
  }

  @Test func `a LED with several colors blinks by a pattern of the kernel`() throws {
    let theatre = try Theatre()
    try theatre.addLED(
      "rgb:status", ["multi_index": "green blue red\n", "multi_intensity": "0 0 0", "pattern": "", "repeat": ""])
    let light = Cue.light(.init(red: 255, green: 128, blue: 0, percent: 50, millihertz: 2000))
    #expect(theatre.helper.play(light, as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .started)] }
    #expect(theatre.led("rgb:status", "multi_intensity") == "100 0 200")
    #expect(theatre.led("rgb:status", "pattern") == "0 250 100 250")
    #expect(theatre.led("rgb:status", "repeat") == "-1")
    theatre.helper.end(1)
    try theatre.run { theatre.led("rgb:status", "pattern") == "0 1000 0 1000" }
    try theatre.run { theatre.led("rgb:status", "repeat") == "1" }
    // A brightness of 0 would remove the trigger, and with it the files that the udev rule made writable.
    #expect(theatre.led("rgb:status", "brightness") == "0" && theatre.led("rgb:status", "trigger") == "[none] mmc0")
  }

  @Test func `single LEDs together give a color`() throws {
    let theatre = try Theatre()
    for color in ["red", "green", "blue"] { try theatre.addLED("\(color):indicator") }
    #expect(theatre.helper.play(.light(.init(red: 255, green: 0, blue: 128, millihertz: 0)), as: 1) == nil)
    try theatre.run { theatre.results.count == 1 }
    #expect(["red", "green", "blue"].map { theatre.led("\($0):indicator", "brightness") } == ["200", "0", "100"])
    theatre.helper.end(1)
    // A file is empty for a moment while it is written.
    for color in ["red", "blue"] { try theatre.run { theatre.led("\(color):indicator", "brightness") == "0" } }
  }

  @Test func `a LED without the color is used if it is the only one`() throws {
    let theatre = try Theatre()
    try theatre.addLED("pca963x:green:status")
    try theatre.addLED("input3::capslock")
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .started)] }
    #expect(theatre.led("pca963x:green:status", "brightness") == "200")
    #expect(theatre.led("input3::capslock", "brightness") == "0")
  }

  @Test func `the timer of the kernel blinks if there are no patterns`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status", ["trigger": "[none] timer", "delay_on": "", "delay_off": ""])
    #expect(theatre.helper.play(.blue(1000), as: 1) == nil)
    try theatre.run { theatre.results.count == 1 }
    #expect(theatre.led("blue:status", "trigger") == "timer" && theatre.led("blue:status", "delay_off") == "500")
  }

  @Test func `without a trigger the program blinks the LED itself`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status")
    #expect(theatre.helper.play(.blue(20_000), as: 1) == nil)
    for level in ["200", "0", "200", "0"] { try theatre.run { theatre.led("blue:status", "brightness") == level } }
    theatre.helper.end(1)
    #expect(theatre.helper.play(.blue(), as: 2) == nil)
    try theatre.run { theatre.results.contains(.init(2, .started)) }
    #expect(theatre.led("blue:status", "brightness") == "200")
  }

  @Test(arguments: [
    ("red green blue white", "0 0 200 0"), ("white red green blue", "0 0 0 200"),
    ("green blue amber red purple", "0 200 0 0 0"),
  ])
  func `a LED with more colors than three gets a value for each`(_ colors: String, _ values: String) throws {
    let theatre = try Theatre()
    try theatre.addLED("rgb:status", ["multi_index": "\(colors)\n", "multi_intensity": ""])
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .started)] }
    #expect(theatre.led("rgb:status", "multi_intensity") == values && theatre.led("rgb:status", "brightness") == "200")
  }

  @Test func `a steady light with patterns is not ended by the pattern of the former one`() throws {
    let theatre = try Theatre()
    try theatre.addLED("blue:status", ["pattern": "0 1000 0 1000", "repeat": "1"])
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .started)] }
    #expect(theatre.led("blue:status", "pattern") == "200 3600000 200 3600000")
    #expect(theatre.led("blue:status", "repeat") == "-1")
  }

  @Test func `a light of a higher rank is shown before later ones`() throws {
    let theatre = try Theatre()
    for color in ["red", "blue"] { try theatre.addLED("\(color):status") }
    let call = Cue.light(.init(red: 255, green: 0, blue: 0, millihertz: 0), rank: 5)
    #expect(theatre.helper.play(call, as: 1) == nil)
    #expect(theatre.helper.play(.blue(), as: 2) == nil)
    try theatre.run { theatre.results == [.init(1, .started), .init(2, .started)] }
    #expect(theatre.led("red:status", "brightness") == "200" && theatre.led("blue:status", "brightness") == "0")
    theatre.helper.end(1)
    try theatre.run { theatre.led("blue:status", "brightness") == "200" }
    #expect(theatre.led("red:status", "brightness") == "0")
  }

  @Test func `the latest light is shown, and the former one again after it`() throws {
    let theatre = try Theatre()
    for color in ["red", "blue"] { try theatre.addLED("\(color):status") }
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    #expect(theatre.helper.play(.light(.init(red: 255, green: 0, blue: 0, millihertz: 0)), as: 2) == nil)
    try theatre.run { theatre.results.count == 2 }
    #expect(theatre.led("red:status", "brightness") == "200" && theatre.led("blue:status", "brightness") == "0")
    theatre.helper.end(2)
    try theatre.run { theatre.led("blue:status", "brightness") == "200" }
    #expect(theatre.led("red:status", "brightness") == "0")
  }

  @Test func `a light reports its result without a LED and without permission`() throws {
    let theatre = try Theatre()
    try theatre.addLED("input3::capslock")
    #expect(theatre.helper.play(.blue(), as: 1) == nil)
    try theatre.run { theatre.results == [.init(1, .noLight)] }
    // Root may write everything, so the file is a folder.
    try theatre.addLED("blue:status")
    try theatre.folder.remove("leds/blue:status/brightness")
    try theatre.folder.makeFolder("leds/blue:status/brightness")
    #expect(theatre.helper.play(.blue(), as: 2) == nil)
    try theatre.run { theatre.results.last == .init(2, .failed) }
  }
}
