internal import EventLoop
internal import FakeServices
internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// The user's settings and the identity of clients, with real drivers and real control groups.
@Suite(.inGuest, .serialized)
struct PolicyTests {
  /// A vibration of a second at full strength.
  private static let buzz: Pattern = [
    Event(.continuous(duration: .seconds(1)), intensity: 1, sharpness: 0.2)
  ]

  @Test func `two applications in units have their own strengths on the same gamepad`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let settings = try Settings("[app.\"org.example.Gentle\"]\nstrength = \"30%\"")
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: pad)
    // A steady vibration of a second, whose level after the initial overdrive is the intended one.
    let file = "\(settings.folder)/steady.json"
    try Guest.write("[1000]", to: file)
    func strength(_ application: String) throws -> Int {
      let scope = try Scope(of: application)
      let isFelt = try poll(upTo: waitLimit) {
        pad.log.clear()
        return try scope.run("play", file, "--wait", on: daemon).status == 0
      }
      #expect(isFelt)
      // The log of a busy machine has the last levels after the command has ended.
      var levels: [Int] { pad.log.entries.motorChanges.map { max(Int($0.state.strong), Int($0.state.weak)) } }
      #expect(poll(upTo: waitLimit) { levels.contains { $0 > 0 } && levels.last == 0 })
      return try #require(levels.last { $0 > 0 })
    }
    let gentle = try strength("org.example.Gentle")
    let other = try strength("org.example.Other")
    #expect(0 < gentle && gentle < other)
    let history = try daemon.hapticctl("history").output
    #expect(history.contains("org.example.Gentle (") && history.contains("org.example.Other ("), "\(history)")
    let why = try daemon.hapticctl("why", "--app", "gentle").output
    #expect(why.contains("was felt at 30%") && why.contains("requested 100%"), "\(why)")
  }

  @Test(.inFull("RefusalTests and DefectTests refuse it on this machine"))
  func `a claimed name has no rights of the application`() throws {
    let motor = try Guest.plug(UinputShape.phoneMotor)
    let settings = try Settings(
      "profile = \"silent\"\n[app.\"org.example.Phone\"]\nimportant = true\n[app.hapticctl]\nimportant = true")
    let daemon = try Daemon(environment: settings.environment)
    try daemon.wait(for: motor)
    // The id that the client claims ...
    let spoof = daemon.client("org.example.Phone")
    var haptic = Haptic("error", deadline: waitLimit)
    haptic.isImportant = true
    #expect(try spoof.blocking.play(haptic, timeout: waitLimit).verdict == .profile)
    let claimed = try daemon.hapticctl("play", "error", "--important")
    #expect(claimed.status == 1 && claimed.output.contains("profile"), "\(claimed.output)")
    let why = try daemon.hapticctl("why").output
    #expect(why.contains("hapticctl?") && why.contains("verified application"), "\(why)")
    let elsewhere = try Scope(of: "org.example.Game").run("play", "error", "--important", on: daemon)
    #expect(elsewhere.status == 1, "\(elsewhere.output)")
    #expect(motor.log.motors == .off)
    // ... is not verified.
    let phone = try Scope(of: "org.example.Phone")
    let isFelt = try poll(upTo: waitLimit) {
      try phone.run("play", "error", "--important", "--wait", on: daemon).status == 0
    }
    #expect(isFelt)
  }

  @Test func `settings that are changed during a buzz apply at once`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let settings = try Settings("# mine\n[media]\nstrength = \"full\" # loud")
    let daemon = try Daemon(environment: settings.environment)
    let planned = try PlannedMotion(pad, try daemon.wait(for: pad), tolerance: UhidShape.dualSense.tolerance)
    let client = daemon.client()
    let playback = try client.hum()
    let level = planned.steadyLevel(intensity: 1, sharpness: 0.2)
    try pad.log.wait(for: "full strength") { planned.isAt(level, $0) }
    let full = pad.log.motors.strong
    #expect(try settings.hapticctl("set", "media.strength", "40%", on: daemon).status == 0)
    #expect(poll(upTo: waitLimit) { pad.log.motors.strong < full && pad.log.motors != .off })
    #expect(try settings.hapticctl("set", "media.strength", "off", on: daemon).status == 0)
    try pad.log.wait(for: .off)
    #expect(try client.blocking.end(of: playback, timeout: waitLimit).reason == .forbidden)
    let again = try client.blocking.play(
      Haptic(client.define(Self.buzz), deadline: waitLimit), timeout: waitLimit)
    #expect(again.verdict == .categoryOff)
    let why = try daemon.hapticctl("why").output
    #expect(why.contains("media is switched off") && why.contains("hapticctl set media.strength full"), "\(why)")
    #expect(try Guest.read("\(settings.folder)/hapticd/hapticd.toml").contains("# mine"))
    // A mistake changes nothing, and is reported with its position.
    try settings.write("[media]\nstrength = \"of\"")
    let isTold = try poll(upTo: waitLimit) {
      try daemon.hapticctl("status").output.contains("hapticd.toml:2:")
    }
    #expect(isTold)
    #expect(try client.blocking.play(Haptic(client.define(Self.buzz)), timeout: waitLimit).verdict == .categoryOff)
    try settings.write("")
    let isFelt = try poll(upTo: waitLimit) {
      try client.blocking.play(Haptic(client.define(Self.buzz), deadline: waitLimit), timeout: waitLimit).verdict
        == .played
    }
    #expect(isFelt)
  }

  @Test(.inFull("RateTests cut a flood on this machine, and it takes half a minute"))
  func `a flood of requests of one application costs another nothing but time`() throws {
    let motor = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    try daemon.wait(for: motor)
    let descriptors = try Guest.openFiles(of: daemon.processID).count
    let flooding = daemon.client("flood")
    let calm = try Scope(of: "org.example.Calm")
    let plays = TestExtent.all("40", quick: "10")
    let keyboard = try calm.hapticctl(
      ["latency", "--count", plays, "--feedback", "selection", "--json"], on: daemon)
    var sent: UInt64 = 0
    let count: UInt64 = TestExtent.all(100_000, quick: 10_000)
    while sent < count { if flooding.play("impact.light") { sent += 1 } }
    // On a slow machine, all of its plays can be late or covered by those of the other, and the command then fails.
    let status = try keyboard.wait(upTo: .seconds(600))
    let isDelayed = ["missed the deadline", "something stronger was playing"].contains { keyboard.output.contains($0) }
    #expect(status == 0 || isDelayed, "\(keyboard.output)")
    _ = try flooding.blocking.stop(nil, timeout: waitLimit)
    let report = try flooding.blocking.ask(StatisticsQuery(), timeout: waitLimit)
    #expect(report[.coalesced] + report[.rateLimited] > 0)
    // Every play has a verdict. A slow machine has others as well: the device may seem not to respond, or be covered.
    #expect(report.requests.indices.reduce(0) { $0 + report.requests[$1] } >= count)
    let history = try flooding.blocking.list(HistoryQuery(), timeout: waitLimit)
    #expect(!history.contains { $0.applicationName == "org.example.Calm" && $0.verdict == .rateLimited })
    try motor.log.wait(for: .off)
    #expect(try Guest.openFiles(of: daemon.processID).count <= descriptors + 1)
  }

  @Test func `before sleep, motors are off and devices closed; after it, they play again`() throws {
    let pad = try Guest.plug(UhidShape.dualSense)
    let bus = try FakeBus()
    let loop = try EventLoop()
    let logind = try FakeLogind(on: bus, loop: loop, userID: 1000)
    try logind.addSession("2")
    try logind.setDisplay("2")
    try loop.run { logind.service.isReady }
    let daemon = try Daemon(environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    try loop.run { logind.locksHeld == 1 }
    try daemon.wait(for: pad)
    let client = daemon.client()
    let prepared = client.prepare("impact.heavy")
    _ = try client.blocking.verdict(of: prepared, timeout: waitLimit)
    for round in 1...TestExtent.all(2, quick: 1) {
      let playback = try client.hum()
      try pad.log.wait(for: "the buzz") { $0.motors != .off }
      try logind.prepareForSleep(true)
      try loop.run { logind.locksHeld == 0 }
      // The machine may sleep from now on. The stop is written; the driver sends it on its own thread.
      let mayBeAsleep = Instant.now
      try pad.log.wait(for: .off)
      let end = try client.blocking.end(of: playback, timeout: waitLimit)
      #expect(end.reason == .suspended && end.endedNanoseconds <= mayBeAsleep.nanoseconds)
      let node = try pad.node
      #expect(try poll(upTo: waitLimit) { try !Guest.openFiles(of: daemon.processID).contains(node) })
      #expect(try client.blocking.play(Haptic(prepared), timeout: waitLimit).verdict == .suspending)
      try logind.prepareForSleep(false)
      try loop.run { logind.locksHeld == 1 && logind.locksGiven == round + 1 }
      try daemon.wait(for: pad)
      try client.feelTap(on: pad)
    }
    try logind.setLocked(true, "2")
    let isLocked = try poll(upTo: waitLimit) {
      _ = try loop.runOnce(timeout: .milliseconds(10))
      return try client.blocking.ask(StatusQuery(), timeout: waitLimit).circumstances == .locked
    }
    #expect(isLocked)
    #expect(try client.blocking.play(Haptic(client.define(Self.buzz)), timeout: waitLimit).verdict == .locked)
    try client.feelTap(on: pad)
  }

  @Test func `feedback for the hand goes to the pad that was touched last`() throws {
    let (one, other) = (
      try Guest.plug(UinputShape.buttonPad("one pad")), try Guest.plug(UinputShape.buttonPad("other pad"))
    )
    let daemon = try Daemon()
    let ids = [try daemon.wait(for: one).id, try daemon.wait(for: other).id]
    let pads = [try #require(one as? UinputDevice), try #require(other as? UinputDevice)]
    let client = daemon.client()
    for index in [0, 1, 0] {
      try pads[index].press(0x130)
      for locality in [Locality.gamepad, .hand] {
        var haptic = Haptic("impact.heavy", deadline: waitLimit)
        haptic.locality = locality
        // The pause exceeds the duplicate window.
        usleep(50_000)
        let reply = try client.blocking.play(haptic, timeout: waitLimit)
        #expect(reply.device == ids[index], "\(locality), pad \(index), \(reply.verdict)")
      }
    }
  }
}
