internal import DeviceRecordings
internal import Glibc
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// `hapticctl record` with real drivers, and its recordings as virtual devices.
@Suite(.inGuest, .serialized)
struct RecordTests {
  /// The devices whose recordings are in `Tests/VM/Recordings`.
  enum Recorded: String, CaseIterable {
    case phoneMotor = "gpio-vibrator"
    case dualSense = "dualsense"
    case switchPro = "switch-pro"

    var shape: any DeviceShape {
      switch self {
      case .phoneMotor: UinputShape.phoneMotor
      case .dualSense: UhidShape.dualSense
      case .switchPro: UhidShape.switchPro
      }
    }

    var recording: Recording {
      get throws { try Recording.read("Tests/VM/Recordings/\(rawValue).json") }
    }
  }

  /// One device of uinput and one of uhid.
  private static let some = [Recorded.phoneMotor, .dualSense]

  @Test(arguments: TestExtent.all(Recorded.allCases, quick: some)) func `a driver answers as in its recording`(
    model: Recorded
  ) throws {
    let device = try Guest.plug(model.shape)
    let file = "/tmp/\(model.rawValue).json"
    let result = try record(device, "--output", file)
    #expect(result.status == 0 && result.output == "wrote \(file)", "\(result.output)")
    // Only a node that is played moves its motors.
    #expect(device.log.motors == .off && !device.log.entries.contains { $0.event.isPlay })
    if Guest.variable("HAPTICD_WRITE_RECORDINGS", default: "") == "1" { try Guest.run("cp", file, "/out") }
    let fresh = try Recording.read(file)
    let known = try model.recording
    // Kernels differ in further capabilities and properties.
    #expect(fresh.identity == known.identity)
    #expect(fresh.capabilities.effects == known.capabilities.effects)
    #expect(fresh.slotCount == known.slotCount)
    #expect(fresh.answers == known.answers)
    #expect(fresh.latencies != nil)
  }

  @Test(arguments: TestExtent.all(Recorded.allCases, quick: [.dualSense]))
  func `a replayed device has the same recording and is felt`(model: Recorded) throws {
    let recording = try model.recording
    let replayed = try ReplayedDevice(recording)
    #expect(try recorded(on: replayed.device).withoutDriver == recording.withoutDriver)
    let daemon = try Daemon()
    let record = try daemon.wait(for: replayed.device)
    #expect(record.name == recording.identity.name)
    try daemon.client().feelTap(on: replayed.device)
    // The daemon holds effects of its own, and goes on.
    #expect(try recorded(on: replayed.device).withoutDriver == recording.withoutDriver)
    try daemon.client().feelTap(on: replayed.device)
  }

  @Test(.inFull("the test above replays a device"))
  func `refusals are replayed`() throws {
    var shape = UinputShape(name: "refusing-motor")
    shape.effects = [FF.rumble, FF.periodic, FF.constant, FF.square, FF.sine, FF.gain]
    shape.refusals = [FF.rumble: .busy, FF.square: Errno(rawValue: 524), FF.constant: Errno(rawValue: 121)]
    let device = try Guest.plug(shape)
    let recording = try recorded(on: device)
    #expect(
      recording.answers == [
        .rumble: .refused(.busy), .square: .refused(Errno(rawValue: 524)), .sine: .accepted,
        .constant: .refused(Errno(rawValue: 121)),
        // The kernel refuses what the node does not show.
        .triangle: .refused(.invalidArgument), .sawUp: .refused(.invalidArgument),
        .sawDown: .refused(.invalidArgument),
      ])
    device.unplug()
    let replayed = try ReplayedDevice(recording)
    #expect(try recorded(on: replayed.device).withoutDriver == recording.withoutDriver)
  }

  @Test func `a recording with quotation marks cannot add to the rule of udev`() throws {
    var recording = try Recorded.phoneMotor.recording
    recording.identity.name = "Pad \"1\"*"
    #expect(try ReplayedDevice.rule(recording).hasPrefix("KERNEL==\"event*\", ATTRS{name}==\"Pad ?1??\""))
    for value in ["x\", RUN+=\"/bin/true", "x\\", "$env{PATH}", "x\ny"] {
      recording.properties = ["HAPTIC_CLASS": value]
      #expect(throws: RigError.self) { try ReplayedDevice.rule(recording) }
    }
  }

  @Test func `a node that refuses every upload has a recording, and a warning`() throws {
    let device = try Guest.plug(UinputShape.fullMotor)
    let result = try record(device, "--output", "/tmp/full.json")
    #expect(result.status == 0 && result.output.contains("ENOSPC"), "\(result.output)")
    let recording = try Recording.read("/tmp/full.json")
    #expect(recording.latencies == nil)
    #expect(recording.answers[.rumble] == .refused(.noSpace))
  }

  @Test func `a device that goes away ends the recording, and writes nothing`() throws {
    let device = try Guest.plug(UinputShape.lateMotor)
    let program = try Program(
      [Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl"), "record", try device.node, "-o", "/tmp/gone.json"],
      as: .tester, environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
    try device.log.wait(for: "upload") { !$0.uploads.isEmpty }
    device.unplug()
    #expect(try program.wait() == 1)
    #expect(program.output == "hapticctl: 'late-motor' went away; plug it in and record it again")
    #expect(access("/tmp/gone.json", F_OK) != 0)
  }

  @Test func `a recording does not disturb a vibration`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    // Its end would stop the vibration.
    let client = daemon.client()
    defer { withExtendedLifetime(client) {} }
    try client.hum()
    // A daemon on a busy machine may renew the vibration late, recording or not.
    let isUndisturbed = try poll(upTo: waitLimit) {
      try device.log.wait(for: "hum") { $0.motors != .off }
      let changes = device.log.entries.motorChanges.count
      let result = try daemon.hapticctl("record", "gpio")
      #expect(result.status == 0 && result.output.hasPrefix("{\n  \"recording\": 1,\n"), "\(result.output)")
      return device.log.entries.motorChanges.count == changes
    }
    #expect(isUndisturbed, "\(device.log.entries.motorChanges)")
  }

  @Test func `a full disk leaves the former recording`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    try Guest.run("sh", "-c", "mkdir /tmp/disk && mount -t tmpfs -o size=8k,mode=777 none /tmp/disk")
    defer { _ = try? Guest.run("umount", "/tmp/disk") }
    let former = "{\"recording\": 1}"
    try Guest.run("sh", "-c", "printf '%s' '\(former)' > /tmp/disk/motor.json; chmod 666 /tmp/disk/motor.json")
    try Guest.run("sh", "-c", "head -c 8000 /dev/zero > /tmp/disk/filler; true")
    let result = try record(device, "--output", "/tmp/disk/motor.json")
    #expect(result.status == 2 && result.output.contains("No space left"), "\(result.output)")
    #expect(try Guest.read("/tmp/disk/motor.json") == former)
    #expect(try Guest.run("ls", "-A", "/tmp/disk") == "filler\nmotor.json")
  }

  @Test func `without access the remedy is that of doctor`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    try Guest.run("chmod", "600", device.node)
    let result = try record(device)
    #expect(result.status == 2 && result.output.contains("Permission denied"), "\(result.output)")
  }

  @Test func `a report has the recording, and nothing of the user`() throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    try daemon.wait(for: device)
    #expect(try daemon.client("org.example.Secret").playToEnd("impact.heavy").reason == .ended)
    let result = try daemon.hapticctl("devices", "--report", "-")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\nrecording:\n{\n  \"recording\": 1,\n  \"name\": \"gpio-vibrator\""))
    for word in ["tester", "/home", "Secret"] { #expect(!result.output.contains(word), "\(result.output)") }
    #expect(!device.log.entries.suffix(10).contains { $0.event.isPlay })
  }

  /// Runs `record` as the tester, without a daemon.
  private func record(_ device: any VirtualDevice, _ arguments: String...) throws -> ControlResult {
    try runHapticctl(["record", try device.node] + arguments, runtimeFolder: "/nonexistent")
  }

  private func recorded(on device: any VirtualDevice) throws -> Recording {
    let file = "/tmp/recorded.json"
    let result = try record(device, "--output", file)
    guard result.status == 0 else { throw RigError("record: \(result.output)") }
    return try Recording.read(file)
  }
}

extension Recording {
  /// The parts that a replayed device has in common with the recorded one.
  fileprivate var withoutDriver: Recording {
    var recording = self
    (recording.driver, recording.kernel, recording.latencies) = ("", "", nil)
    return recording
  }
}
