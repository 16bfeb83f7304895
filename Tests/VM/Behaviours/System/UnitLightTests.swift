internal import HapticSystem
internal import Haptics
internal import Testing
internal import VirtualDevices

/// Lights of the installed service, under a real `systemd --user`, with the hardening of its unit and the access that the
/// udev rule and the group give.
@Suite(.inGuest, .serialized)
struct UnitLightTests {
  @Test func `the hardened service lights a LED until the event ends or its caller leaves`() throws {
    let phone = try LitPhone()
    try phone.missCall(for: 4)
    try phone.expectLight()
    try phone.expectDark()

    // This light has no end, so that the program does not end meanwhile.
    try phone.missCall()
    try phone.expectLight()
    let helper = try Guest.run("pgrep", "-f", "hapticd-sound-light")
    let status = try Guest.read("/proc/\(helper)/status")
    #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"))
    #expect(status.contains("Uid:\t1000\t1000\t1000\t1000"))
    try Guest.run("pkill", "-KILL", "-x", "fbcli")
    try phone.expectDark()
  }

  @Test(.inFull("HelperTests and DarkTests switch lights off on this machine, and the test above lights this LED"))
  func `a light of the hardened service is switched off when the service is killed`() throws {
    let phone = try LitPhone()
    try phone.missCall()
    try phone.expectLight()
    let process = try phone.units.property("MainPID")
    try Guest.run("kill", "-KILL", process)
    try phone.expectDark()
    // It is started again, and lights again.
    try phone.awaitService()
    #expect(try phone.units.property("MainPID") != process)
    try phone.missCall()
    try phone.expectLight()
    #expect(try phone.units.manager.systemctl("stop", "hapticd.service").status == 0)
    try phone.expectDark()
  }
}

/// The installed units, whose user is in the group of LEDs, and the LED of a gamepad under the name of a phone's.
private final class LitPhone {
  let units: UserUnits
  private let pad: any VirtualDevice
  private let path: String
  private let rule: UdevRule
  private var caller: Program?

  private static let leds = "/sys/class/leds"
  private static let stage = "/run/phone-leds"

  init() throws {
    try Guest.run("sh", "-c", "modprobe -r ledtrig-timer 2>/dev/null; modprobe ledtrig-pattern")
    rule = try Self.ruleForGamepads()
    pad = try Guest.plug(UhidShape.dualSense)
    path = try Self.led()
    // The driver lights the LED at first.
    try Guest.run("sh", "-c", "echo 0 1000 0 1000 >\(path)/pattern")
    // Only the LED under another name is visible: the helper program leaves LEDs of gamepads alone.
    try Guest.run(
      "sh", "-c",
      "mkdir -p \(Self.stage) && ln -sfn \(path) \(Self.stage)/phone:rgb:status && mount --bind \(Self.stage) \(Self.leds)"
    )
    try Guest.write("feedback-interface = true", to: "/home/tester/.config/hapticd/hapticd.toml")
    units = try UserUnits()
    try awaitService()
  }

  /// Waits until the service plays and has the name of feedbackd; before, a program for feedbackd would make the bus start
  /// feedbackd.
  func awaitService() throws {
    #expect(poll(upTo: waitLimit) { (try? units.client().playInTime("impact.heavy").verdict) == .played })
    let query = ["busctl", "--user", "--auto-start=no", "status", "org.sigxcpu.Feedback"]
    #expect(poll(upTo: waitLimit) { (try? units.manager.start(list: query).wait()) == 0 })
  }

  deinit {
    _ = try? Guest.run("pkill", "-KILL", "-x", "fbcli")
    _ = try? Guest.run("umount", Self.leds)
    _ = try? Guest.run("rm", "-rf", Self.stage)
    rule.remove()
  }

  /// The installed rule without its exception of gamepads.
  private static func ruleForGamepads() throws -> UdevRule {
    let file = "71-hapticd-leds.rules"
    let lines = try Guest.read("/usr/lib/udev/rules.d/\(file)").split(separator: "\n")
    return try UdevRule(lines.filter { !$0.contains("leds/input") }.joined(separator: "\n"), in: file)
  }

  /// The folder of the LED, as soon as the udev rule has made its files writable for the group.
  private static func led() throws -> String {
    var path = ""
    let isReady = poll(upTo: waitLimit) {
      guard
        let name = try? Folder.entries(of: leds).first(where: { $0.hasSuffix(":rgb:indicator") }),
        let folder = Folder.resolved("\(leds)/\(name)")
      else { return false }
      path = folder
      return (try? Guest.run("stat", "--format=%G %A", "\(folder)/pattern")) == "feedbackd -rw-rw-r--"
    }
    guard isReady else { throw RigError("the udev rule did not change \(path)") }
    // Access comes from the group: `Program` starts the tester without groups.
    try Guest.run("sh", "-c", "! test -w \(path)/pattern", as: .tester)
    return path
  }

  /// Starts an event with a light that ends after some seconds, or with its caller. fbcli ends it at the end of its input.
  func missCall(for seconds: Int = 0) throws {
    caller = try units.manager.start("sh", "-c", "sleep 120 | fbcli -t \(seconds) -w 120 -E phone-missed-call")
  }

  private var isLit: Bool {
    (try? RegularFile.read("\(path)/brightness", upTo: 4096)).map { $0.first != UInt8(ascii: "0") } ?? true
  }

  func expectLight() throws {
    let isShown = poll(upTo: waitLimit) { isLit }
    #expect(isShown, "\(units.report)")
  }

  /// Whether the kernel will light it again: a pattern is times and levels, of which one is not 0.
  private var isBlinking: Bool {
    guard let text = try? RegularFile.read("\(path)/pattern", upTo: 4096) else { return false }
    let numbers = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return numbers.indices.contains { $0.isMultiple(of: 2) && numbers[$0] != "0" }
  }

  /// Waits until the light is off and does not blink.
  func expectDark() throws {
    let isDark = poll(upTo: waitLimit) { !isBlinking && !isLit }
    #expect(isDark)
  }
}
