import ArgumentParser
import DeviceRecordings
import Foundation
import Glibc
import HapticSystem
import Haptics
import TestSupport
import Testing

@testable import HapticControl

/// `record` without a node: the trials with a simulated one, the choice of a node, and the file.
@Suite struct RecordTests {
  private let fake = FakeMachine()

  // MARK: Trials

  @Test func `each upload has its answer, and is erased`() throws {
    let port = FakePort()
    port.refusals = [.constant: .invalidArgument, .square: .busy]
    let trials = try UploadTrials(port)
    #expect(trials.answers[.constant] == .refused(.invalidArgument))
    #expect(trials.answers[.square] == .refused(.busy))
    #expect(trials.answers.values.count { $0 == .accepted } == TrialUpload.allCases.count - 2)
    #expect(port.held == 0)
    #expect(trials.latencies != nil)
  }

  @Test func `a node that refuses every upload has no latencies`() throws {
    let port = FakePort()
    for upload in TrialUpload.allCases { port.refusals[upload] = .invalidArgument }
    let trials = try UploadTrials(port)
    #expect(trials.answers.values.allSatisfy { $0 == .refused(.invalidArgument) })
    #expect(trials.latencies == nil)
    #expect(port.uploads == TrialUpload.allCases.count)
  }

  @Test func `after an upload without a response, no other is tried`() throws {
    let port = FakePort()
    port.refusals = [.square: .timedOut]
    let trials = try UploadTrials(port)
    #expect(trials.answers[.rumble] == .accepted && trials.answers[.square] == .refused(.timedOut))
    #expect(trials.answers.values.count { $0 == .notTried } == TrialUpload.allCases.count - 2)
    #expect(port.uploads == 2)
  }

  @Test(arguments: [0, 1, 5, 9]) func `a device that goes away ends the trials`(uploads: Int) {
    let port = FakePort()
    port.lifetime = uploads
    #expect(throws: Errno.noDevice) { try UploadTrials(port) }
  }

  @Test func `an erasure that fails does not end the trials`() throws {
    let port = FakePort()
    port.erasure = Errno(rawValue: EIO)
    #expect(try UploadTrials(port).answers[.constant] == .accepted)
  }

  @Test func `the shell completes the names of nodes without a daemon, and paths where a name is not unique`() {
    fake.addNode(3, "gpio-vibrator", properties: [], driver: "gpio-vibrator")
    for number in [5, 6] { fake.addNode(number, "Pad", properties: [], driver: "playstation") }
    #expect(
      CompletionKind.nodeNames(fake.machine.nodes) == ["gpio-vibrator", "/dev/input/event5", "/dev/input/event6"])
  }

  @Test func `the recording has what the machine knows of the node, and no other property`() throws {
    fake.addNode(
      3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator", "ID_SERIAL=1234", "ID_PATH=platform-x"],
      driver: "gpio-vibrator")
    fake.add("/proc/sys/kernel/osrelease", "6.12.38\n")
    let node = try #require(fake.machine.nodes.first)
    let identity = RecordedIdentity(name: node.name, bus: 0, vendor: 0, product: 0, version: 0)
    let recording = try Recording(of: node, on: fake.machine, identity, NodeCapabilities(effects: [0x50]), FakePort())
    #expect(recording.properties == ["HAPTIC_CLASS": "vibrator"])
    #expect(recording.kernel == "6.12.38" && recording.driver == "gpio-vibrator" && recording.slotCount == 16)
    #expect(recording.warning == nil)
  }

  // MARK: The node

  @Test func `a node is chosen by path, name and a part of it, and the only one without a name`() throws {
    fake.addNode(3, "gpio-vibrator", properties: ["HAPTIC_CLASS=vibrator"])
    fake.addNode(5, "G29 Wheel", properties: ["HAPTIC_CLASS=wheel"])
    #expect(try choice.named("gpio-vibrator").path == "/dev/input/event3")
    #expect(try choice.named("wheel").path == "/dev/input/event5")
    #expect(try choice.named("/dev/input/event5").name == "G29 Wheel")
    // hapticd does not use the wheel.
    #expect(try choice.named(nil).path == "/dev/input/event3")
    #expect(
      throws: Failure.usage(
        "there is no device 'x'; there are /dev/input/event3 (gpio-vibrator), /dev/input/event5 (G29 Wheel)")
    ) { try choice.named("x") }
    #expect(
      throws: Failure.usage("the device number 1 requires a running daemon; give the device's name")
    ) { try choice.named("1") }
  }

  @Test func `two nodes need a name, and equal names the node`() throws {
    fake.addNode(3, "pad")
    fake.addNode(4, "pad")
    #expect(
      throws: Failure.usage(
        "there are several devices: /dev/input/event3 (pad), /dev/input/event4 (pad); name one")
    ) { try choice.named(nil) }
    let failure = try #require(throws: Failure.self) { try choice.named("pad") }
    #expect(failure.message.hasSuffix("give the node, or more of the name"))
  }

  @Test func `a number is that of the daemon's device`() throws {
    fake.addNode(3, "gpio-vibrator")
    let choice = ChosenNode(nodes: fake.machine.nodes) { () throws(Failure) in [.motor] }
    #expect(try choice.named("1").path == "/dev/input/event3")
    var simulated = DeviceRecord.motor
    simulated.driver = .simulated
    let other = ChosenNode(nodes: []) { [simulated] () throws(Failure) in [simulated] }
    let failure = try #require(throws: Failure.self) { try other.named("1") }
    #expect(failure.message.contains("simulated motor"))
  }

  private var choice: ChosenNode { ChosenNode(nodes: fake.machine.nodes) { () throws(Failure) in nil } }

  @Test func `without a device the command fails with one line`() throws {
    let result = try control("record", "no such pad")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("hapticctl: there is no device 'no such pad'"))
  }

  @Test func `without a device no file is created, and an existing one is kept`() throws {
    let folder = try TestFolder()
    let (new, letter) = (folder.path(of: "new.json"), try folder.write("Dear ...", to: "letter"))
    let known = try folder.write("{\"recording\": 1}", to: "known.json")
    for (file, words) in [
      (new, "there is no device"), (known, "there is no device"), (letter, "exists and is not a recording"),
    ] {
      let result = try control("record", "no such pad", "-o", file)
      #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: new))
    #expect(try String(contentsOfFile: letter, encoding: .utf8) == "Dear ...")
    #expect(try String(contentsOfFile: known, encoding: .utf8) == "{\"recording\": 1}")
  }
}

/// A node that accepts every upload which it does not refuse.
private final class FakePort: TrialPort {
  var refusals: [TrialUpload: Errno] = [:]
  var erasure: Errno?
  /// The number of uploads after which the device is gone; nil if it stays.
  var lifetime: Int?
  private(set) var uploads = 0
  private(set) var held = 0

  func slotCount() throws(Errno) -> Int { 16 }

  func upload(_ trial: TrialUpload) throws(Errno) -> Int16 {
    if let lifetime, uploads >= lifetime { throw .noDevice }
    uploads += 1
    if let refusal = refusals[trial] { throw refusal }
    held += 1
    return 0
  }

  func erase(_ slot: Int16) throws(Errno) {
    if let erasure { throw erasure }
    held -= 1
  }
}
