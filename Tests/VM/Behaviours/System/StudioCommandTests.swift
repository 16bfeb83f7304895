internal import Glibc
internal import HapticProtocol
internal import StudioPage
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// `hapticctl studio` with a gamepad; the tests send what its page sends. `Tests/Studio` has the page in a browser.
@Suite(.inGuest, .serialized)
struct StudioCommandTests {
  /// One vibration of 30 seconds at full strength, in AHAP.
  private static let hum = """
    {"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":30,"EventParameters":[
      {"ParameterID":"HapticIntensity","ParameterValue":1}]}}]}
    """
  private static let tap = """
    {"Version":1,"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}]}
    """

  private let pad: any VirtualDevice
  private let daemon: Daemon
  private let studio: Program
  private let page: OpenedPage
  /// The key of the pad.
  private let key: String

  init() throws {
    pad = try Guest.plug(UhidShape.dualSense)
    daemon = try Daemon()
    key = try daemon.wait(for: pad).id.map { "\($0.rawValue)" } ?? ""
    studio = try Program(
      [Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl"), "studio", "--no-browser", "/tmp"], as: .tester,
      environment: ["XDG_RUNTIME_DIR": daemon.runtimeFolder])
    let program = studio
    guard poll(until: { program.output.contains("token=") || !program.isRunning }), program.isRunning else {
      throw RigError("the studio did not start: \(program.output)")
    }
    // Read before, because the tester may not read it.
    let address = program.output
    page = try Self.asTester { try OpenedPage(address) }
  }

  /// The studio answers only programs of its user. The user of a socket is that of the file access of its thread.
  private static func asTester<Result: ~Copyable>(_ body: () throws -> Result) rethrows -> Result {
    try withAccess(ofUser: 1000, body)
  }

  private func call(_ name: String, _ members: [String: Any] = [:]) throws -> StudioReply {
    try Self.asTester { try page.call(name, members) }
  }

  /// Plays a text. Repeated, because a busy emulated machine may drop a late play.
  private func play(_ text: String, isLoop: Bool = false) throws {
    var answer = StudioReply("")
    let plays = try poll(upTo: waitLimit) {
      answer = try call("play", ["text": text, "device": key, "loop": isLoop])
      return answer.object["verdict"] as? String == "played"
    }
    try #require(plays, "\(answer)")
  }

  private func hum() throws {
    try play(Self.hum, isLoop: true)
    try pad.log.wait(for: "vibration") { $0.motors != .off }
  }

  @Test func `a pattern of the page is felt, and the pad is off after its stop`() throws {
    let events = try Self.asTester { try page.events() }
    let motors = try call("motors")
    #expect(motors.object["present"] as? String == key, "\(motors)")
    let computed = try call("compute", ["text": Self.tap, "motors": [key]])
    #expect((computed.object["plots"] as? [Any])?.count == 1, "\(computed)")
    try hum()
    #expect(try call("stop").status == 200)
    #expect(events.text(upTo: #""end":"stopped""#).contains("finished"))
    try pad.log.wait(for: .off)
    pad.log.clear()
    try play(Self.tap)
    #expect(events.text(upTo: #""end":"ended""#).contains("finished"))
    try pad.log.wait(for: .off)
  }

  @Test func `the pad is off after the death of the studio`() throws {
    try hum()
    studio.signal(SIGKILL)
    try studio.wait()
    try pad.log.wait(for: .off)
    try daemon.client().feelTap(on: pad)
  }

  @Test(.inFull("PlugTests pull the pad out, and the tests above play on the page"))
  func `the page is told that the pad was pulled out, and plays when it is back`() throws {
    let events = try Self.asTester { try page.events() }
    try hum()
    pad.unplug()
    #expect(events.text(upTo: #""end":"unplugged""#).contains("finished"))
    let refused = try call("play", ["text": Self.tap])
    #expect(refused.status == 422 && refused.body.contains("no device can play now"), "\(refused)")
    try pad.plug()
    let back = try daemon.wait(for: pad)
    #expect(try call("motors").object["present"] as? String == back.id.map { "\($0.rawValue)" })
  }

  @Test(.inFull("StudioProgramTests refuse another user on this machine"))
  func `another user of the machine is refused`() throws {
    let reply = try page.call("stop")
    #expect(reply.status == 403 && reply.body.contains("another user"), "\(reply)")
  }
}
