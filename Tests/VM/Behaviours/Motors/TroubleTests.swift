internal import HapticProtocol
internal import Haptics
internal import Testing
internal import VirtualDevices

/// Devices that refuse requests and devices that do not respond.
@Suite(.inGuest, .serialized)
struct TroubleTests {
  @Test func `a node that never answers delays neither another device nor any client`() throws {
    let silent = try Guest.plug(UinputShape.silentMotor)
    let pad = try Guest.plug(UhidShape.dualSense)
    let daemon = try Daemon()
    try daemon.wait(for: pad)
    try silent.log.wait(for: "upload") { !$0.uploads.isEmpty }
    let (first, second) = (daemon.client("first"), daemon.client("second"))
    for _ in 0..<5 {
      try first.feelTap(on: pad)
      #expect(try second.blocking.ask(StatisticsQuery(), timeout: waitLimit).clients >= 2)
    }
    // All of this happened while the kernel still blocks the daemon's first upload.
    #expect(!silent.log.entries.contains { $0.event.isAnswer })
    try daemon.wait(for: silent, toBe: .stalled)
    try first.feelTap(on: pad)
    // Unplugging the device ends the blocked request.
    silent.unplug()
    let path = try pad.node
    #expect(try poll(upTo: waitLimit) { try first.blocking.devices(timeout: waitLimit).map(\.path) == [path] })
    daemon.signal(15)
    #expect(try daemon.wait() == 0)
  }

  @Test func `the end of the daemon waits for a device that never answers, and then says so`() throws {
    let silent = try Guest.plug(UinputShape.silentMotor)
    let daemon = try Daemon()
    try silent.log.wait(for: "upload") { !$0.uploads.isEmpty }
    daemon.signal(15)
    try daemon.waitForLog("hapticd ends before a device has answered; its motor stops by itself")
    silent.unplug()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a device whose slots others hold fails, and recovers when they let go`() throws {
    let device = try Guest.plug(UhidShape.dualSense)
    var other: RawNode? = try RawNode(device.node)
    for _ in 0..<16 { try other?.upload(.rumble(strong: 1, weak: 1, lengthMilliseconds: 10)) }
    let daemon = try Daemon()
    try daemon.wait(for: device)
    let client = daemon.client()
    for _ in 0..<3 { #expect(try client.playInTime("impact.heavy").verdict == .deviceFailed) }
    #expect(try client.blocking.devices(timeout: waitLimit).first?.errorNumber == 28)
    #expect(device.log.motors == .off)

    other = nil
    let recovered = try poll(upTo: waitLimit) { try client.playInTime("impact.heavy").verdict == .played }
    #expect(recovered)
    try client.feelTap(on: device)
  }

  @Test func `a device that refuses every level is shown with its error, and the daemon continues`() throws {
    let full = try Guest.plug(UinputShape.fullMotor)
    let motor = try Guest.plug(UinputShape.phoneMotor)
    let daemon = try Daemon()
    let (record, other) = (try daemon.wait(for: full), try daemon.wait(for: motor))
    let client = daemon.client()
    let playback = try client.hum(on: record.id)
    let end = try client.blocking.end(of: playback, timeout: waitLimit)
    #expect(end.reason == .failed)
    #expect(end.firstWritten == nil)
    try daemon.waitForLog("full-motor refused a level")
    #expect(try client.blocking.devices(timeout: waitLimit).first { $0.id == record.id }?.errorNumber == 28)
    try client.feelTap(on: motor, id: other.id)
  }
}
