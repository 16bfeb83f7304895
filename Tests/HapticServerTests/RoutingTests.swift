import HapticPatterns
import HapticPreferences
import HapticProtocol
import HapticServer
import HapticSystem
import MotorDriving
import Testing

@Suite struct RoutingTests {
  private let bench: ServerBench
  private let phone, firstPad, secondPad: RecordingActuator

  init() throws {
    bench = try ServerBench(actuators: 0, vocabulary: .reasons)
    firstPad = try bench.add(1, preset: "pad", kind: .gamepad)
    phone = try bench.add(2, preset: "lra", kind: .vibrator)
    secondPad = try bench.add(3, preset: "pad", kind: .gamepad)
  }

  private func device(_ locality: Locality?) throws -> DeviceID? {
    try bench.client().verdict(.play(.init(.name("tap"), locality: locality)))?.device
  }

  @Test func `touch feedback plays on the phone unless the play names another locality`() throws {
    #expect(try device(nil) == phone.id)
    #expect(try device(.phone) == phone.id)
    #expect(try device(.gamepad) == firstPad.id)
    #expect(try device(.hand) == phone.id)
  }

  @Test func `the gamepad that was touched last plays`() throws {
    firstPad.lastTouch = bench.clock.now
    #expect(try device(.gamepad) == firstPad.id)
    secondPad.lastTouch = bench.clock.now + .milliseconds(1)
    #expect(try device(.gamepad) == secondPad.id)
    firstPad.lastTouch = bench.clock.now + .seconds(1)
    #expect(try device(.gamepad) == firstPad.id)
  }

  @Test func `a gamepad counts as in the hand for 5 s after its last touch`() throws {
    secondPad.lastTouch = bench.clock.now
    #expect(try device(.hand) == secondPad.id)
    bench.clock.advance(by: .seconds(5))
    #expect(try device(.hand) == secondPad.id)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try device(.hand) == phone.id)
    #expect(try device(.gamepad) == secondPad.id)
  }

  @Test func `a play everywhere plays on all devices and gets one verdict`() throws {
    let client = try bench.client()
    let play = Request.Play(.name("effect"), playback: PlaybackID(rawValue: 5), locality: .everywhere)
    #expect(client.verdict(.play(play))?.device == phone.id)
    #expect(bench.actuators.allSatisfy { !$0.isOff })
    #expect(client.verdict(.stop(PlaybackID(rawValue: 5)))?.count == 3)
    #expect(bench.actuators.allSatisfy { $0.isOff })
  }

  @Test func `each device of a play has its own record in the history, with its own verdict and end`() throws {
    let client = try bench.client()
    firstPad.refusal = .full
    client.send(.play(.init(.name("message"), locality: .everywhere)))
    bench.clock.advance(by: .seconds(2))
    let records = try client.history()
    #expect(records.map(\.number) == [1, 2, 3])
    #expect(records.map(\.device) == [phone.id, firstPad.id, secondPad.id])
    #expect(records.map(\.verdict) == [.played, .deviceFailed, .played])
    #expect(records.map(\.end) == [.ended, nil, .ended])
    #expect(records.map { $0.felt > 0 } == [true, false, true])
    #expect(records.map { $0.writtenNanoseconds != nil } == [true, false, true])
  }

  @Test func `a play everywhere plays on the others if the first device refuses its level`() throws {
    let client = try bench.client()
    phone.refusal = .full
    let play = Request.Play(.name("message"), playback: PlaybackID(rawValue: 5), locality: .everywhere)
    let reply = client.verdict(.play(play))
    #expect(reply?.verdict == .played && reply?.device == firstPad.id && reply?.count == 2)
    #expect(!firstPad.isOff && !secondPad.isOff)
    bench.clock.advance(by: .seconds(2))
    #expect(client.finishes.map(\.reason) == [.ended, .ended])
    // The first record has the verdict of the reply.
    let records = try client.history()
    #expect(records.map(\.device) == [firstPad.id, phone.id, secondPad.id])
    #expect(records.map(\.verdict) == [.played, .deviceFailed, .played])
    #expect(records.map(\.end) == [.ended, nil, .ended])
  }

  @Test func `a play everywhere is refused only if no device plays`() throws {
    let client = try bench.client()
    for actuator in bench.actuators { actuator.refusal = .full }
    let reply = client.verdict(.play(.init(.name("message"), locality: .everywhere)))
    #expect(reply?.verdict == .deviceFailed && reply?.device == phone.id && reply?.count == 0)
    #expect(try client.history().map(\.device) == [phone.id, firstPad.id, secondPad.id])
    // The refused play does not count as a start, nor as a playback.
    for actuator in bench.actuators { actuator.refusal = nil }
    for _ in 0..<Limits.playbacks { #expect(client.play("effect")?.verdict == .played) }
    #expect(client.verdict(.play(.init(.name("message"), locality: .everywhere)))?.verdict == .limit)
  }

  @Test(arguments: [2, 1] as [UInt32])
  func `each device of a play everywhere has its own priorities`(
    device: UInt32
  ) throws {
    let client = try bench.client()
    let busy = DeviceID(rawValue: device)!
    #expect(client.verdict(.play(.init(.name("alarm"), device: busy)))?.verdict == .played)
    let reply = client.verdict(.play(.init(.name("message"), locality: .everywhere)))
    let rest = bench.actuators.filter { $0.id != busy }
    #expect(reply?.verdict == .played && reply?.device == (busy == phone.id ? firstPad.id : phone.id))
    #expect(reply?.count == 2 && rest.allSatisfy { !$0.isOff })
    let records = try client.history().suffix(3)
    #expect(records.filter { $0.verdict == .outranked }.map(\.device) == [busy])
    #expect(records.count { $0.verdict == .played } == 2)
  }

  @Test func `a device of a play everywhere that cools down does not refuse it on the others`() throws {
    let client = try bench.client()
    let number = PlaybackID(rawValue: 5)
    let loop = Request.Play.Timing(loop: Loop(end: .seconds(6)))
    client.verdict(.play(.init(.name("alarm"), playback: number, device: phone.id, timing: loop)))
    while client.finishes.isEmpty { bench.clock.advance(by: .seconds(1)) }
    #expect(client.verdict(.play(.init(.name("effect"), device: phone.id)))?.verdict == .coolingDown)
    #expect(client.verdict(.play(.init(.name("effect"), locality: .everywhere)))?.device == firstPad.id)
    #expect(phone.isOff && !firstPad.isOff && !secondPad.isOff)
  }

  @Test func `the last place of a client goes to the first device that plays`() throws {
    let client = try bench.client()
    for _ in 1..<Limits.playbacks { client.verdict(.play(.init(.name("effect"), device: secondPad.id))) }
    phone.refusal = .full
    #expect(client.verdict(.play(.init(.name("message"), locality: .everywhere)))?.device == firstPad.id)
    let records = try client.history().suffix(3)
    #expect(records.map(\.device) == [firstPad.id, phone.id, secondPad.id])
    #expect(records.map(\.verdict) == [.played, .deviceFailed, .limit])
  }

  @Test func `a device that is switched off or unplugged ends a play everywhere on itself only`() throws {
    let client = try bench.client()
    client.verdict(.play(.init(.name("message"), playback: PlaybackID(rawValue: 5), locality: .everywhere)))
    var preferences = Preferences.unlimited
    preferences.devices["recorder 2"] = .off
    bench.server.setPreferences(preferences)
    bench.server.remove(firstPad.id)
    #expect(phone.isOff && !secondPad.isOff)
    #expect(client.finishes.map(\.reason) == [.forbidden, .unplugged])
    bench.clock.advance(by: .seconds(2))
    #expect(secondPad.isOff && client.finishes.map(\.reason) == [.ended])
    // The device that is switched off refuses no play on the others.
    #expect(client.verdict(.play(.init(.name("message"), locality: .everywhere)))?.device == secondPad.id)
  }

  @Test(arguments: [Locality.phone, .hand])
  func `two motors of the same name are the left and the right one, and play together`(locality: Locality) throws {
    let handheld = try ServerBench(actuators: 0, vocabulary: .reasons)
    let left = try handheld.add(1, kind: .vibrator, name: "pwm-vibrator")
    let right = try handheld.add(2, kind: .vibrator, name: "pwm-vibrator")
    let other = try handheld.add(3, kind: .vibrator, name: "gpio-vibrator")
    let client = try handheld.client()
    let play = Request.Play(.name("effect"), playback: PlaybackID(rawValue: 5), locality: locality)
    #expect(client.verdict(.play(play))?.device == left.id)
    #expect(!left.isOff && !right.isOff && other.isOff)
    #expect(client.verdict(.stop(PlaybackID(rawValue: 5)))?.count == 2)
    #expect(left.isOff && right.isOff)
    handheld.clock.advance(by: .seconds(1))
    // One of them alone, for clients that know which is which.
    #expect(client.verdict(.play(.init(.name("effect"), device: right.id)))?.device == right.id)
    #expect(left.isOff && !right.isOff)
  }

  @Test func `an application's setting of the locality precedes that of its play and the default`() throws {
    var preferences = Preferences.unlimited
    preferences.locality = .gamepad
    bench.server.setPreferences(preferences)
    #expect(try device(nil) == firstPad.id)
    #expect(try device(.phone) == phone.id)
    preferences.applications["test"] = ApplicationPreferences()
    preferences.applications["test"]?.locality = .gamepad
    bench.server.setPreferences(preferences)
    #expect(try device(.phone) == firstPad.id)
  }

  @Test func `a device that is switched off is skipped, and named in the refusal`() throws {
    var preferences = Preferences.unlimited
    preferences.devices["recorder 2"] = .off
    bench.server.setPreferences(preferences)
    #expect(try device(.phone) == firstPad.id)
    preferences.devices["recorder 1"] = .off
    preferences.devices["recorder 3"] = .off
    bench.server.setPreferences(preferences)
    let client = try bench.client()
    #expect(client.play("tap")?.verdict == .deviceOff)
    #expect(client.verdict(.play(.init(.name("tap"), device: firstPad.id)))?.verdict == .deviceOff)
    for actuator in bench.actuators { bench.server.remove(actuator.id) }
    #expect(client.play("tap")?.verdict == .noActuator)
  }

  @Test func `a play for a gamepad is refused if there is no gamepad`() throws {
    bench.server.remove(firstPad.id)
    bench.server.remove(secondPad.id)
    #expect(try bench.client().play("tap", at: .gamepad)?.verdict == .noActuator)
  }
}
