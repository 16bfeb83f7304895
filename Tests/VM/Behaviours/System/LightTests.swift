internal import EventLoop
internal import HapticPatterns
internal import HapticSystem
internal import SoundLight
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// Lights on a LED with a driver and triggers of the kernel: that of a gamepad, under the name of a phone's.
@Suite(
  .inGuest, .serialized,
  .inFull("UnitLightTests light the same LED by the unit"))
struct LightTests {
  @Test func `a light blinks in its color by each trigger, and is off after its end and after the daemon's`() throws {
    let lamp = try Lamp()
    // The last time without a trigger: the helper program writes the brightness.
    for module in ["ledtrig-pattern", "ledtrig-timer", nil] {
      try lamp.load(module)
      for leavesDaemon in [false, true] {
        try lamp.play()
        try lamp.run { lamp.results == [.started] }
        #expect(try lamp.read("multi_intensity") == "0 0 255")
        try lamp.run { lamp.isLit }
        try lamp.run { !lamp.isLit }
        try lamp.run { lamp.isLit }
        if leavesDaemon { lamp.leave() } else { lamp.end() }
        try lamp.expectDark()
      }
    }
  }

  @Test func `the lights of a gamepad are not used`() throws {
    let lamp = try Lamp()
    // Nor does the udev rule select a trigger for them, which would end that of their user.
    try Guest.run("udevadm", "settle")
    #expect(try lamp.read("trigger").contains("[none]"))
    try lamp.play(on: "input7:rgb:indicator")
    try lamp.run { lamp.results == [.noLight] }
    #expect(!lamp.isLit)
  }

  /// The light of a DualSense and the helper program that owns it.
  private final class Lamp {
    private(set) var results: [CueResult] = []
    private var helper: CueHelper?
    private let pad: any VirtualDevice
    private let loop: EventLoop
    private let folder: TestFolder
    private let path: String
    /// The helper program's file of lit LEDs, which exists until all are dark.
    private var record: String { folder.path(of: "lights") }

    init() throws {
      pad = try Guest.plug(UhidShape.dualSense)
      loop = try EventLoop()
      folder = try TestFolder()
      var found: String?
      #expect(
        poll(upTo: waitLimit) {
          found = try? Folder.entries(of: "/sys/class/leds").first { $0.hasSuffix(":rgb:indicator") }
          return found != nil
        })
      path = "/sys/class/leds/\(try #require(found))"
    }

    /// Offers a trigger of the kernel for the LED, and no other.
    func load(_ module: String?) throws {
      helper = nil
      for other in ["ledtrig-pattern", "ledtrig-timer"] {
        try Guest.run("sh", "-c", "modprobe -r \(other) 2>/dev/null || :")
      }
      if let module { try Guest.run("modprobe", module) }
    }

    /// Starts the helper program, which finds the LED under a name, and a blue light.
    func play(on name: String = "phone:rgb:status") throws {
      try Guest.run("sh", "-c", "echo none > \(path)/trigger; echo 0 > \(path)/brightness")
      let leds = folder.path(of: "leds")
      try Guest.run("sh", "-c", "rm -rf \(leds); mkdir \(leds); ln -s \(path) \(leds)/\(name)")
      let helper = CueHelper(
        .init(
          path: HelperProgram.path(of: CueHelper.Program.name), leds: leds, library: "none",
          record: record), loop: loop, log: .silent)
      results = []
      helper.onResult = { [unowned self] in results.append($1) }
      self.helper = helper
      #expect(helper.play(.light(.init(red: 0, green: 0, blue: 255, millihertz: 4000)), as: 1) == nil)
    }

    func end() { helper?.end(1) }

    func read(_ file: String) throws -> String {
      String(decoding: try RegularFile.read("\(path)/\(file)", upTo: 4096), as: UTF8.self)
        .split(separator: "\n").first.map(String.init) ?? ""
    }

    var isLit: Bool { (try? read("brightness")) != "0" }

    func run(until condition: () -> Bool) throws {
      let limit = Instant.now + waitLimit
      while !condition() {
        if Instant.now > limit { throw Errno.timedOut }
        _ = try loop.runOnce(timeout: .milliseconds(10))
      }
    }

    /// Ends as the daemon does.
    func leave() { helper = nil }

    /// Waits until the helper program has ended the light, because one that blinks is off for half of its time, and checks
    /// that it stays off for several of its periods.
    func expectDark() throws {
      try run { (try? FileStatus(of: record)) == nil && !isLit }
      let limit = Instant.now + .seconds(1)
      while Instant.now < limit {
        #expect(!isLit)
        _ = try loop.runOnce(timeout: .milliseconds(10))
      }
    }
  }
}
