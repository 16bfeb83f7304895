internal import CBenchmarks
internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import VirtualDevices

// The first haptic through a cold socket: from the call of a client that finds a listening socket and nobody behind it,
// to the driver's word to the hardware. The daemon is started for it and gets the socket, as systemd does it.

/// Beside it the cost of the device itself, and that of a C program in the daemon's place, also with the libraries of the
/// daemon.
func measureActivation(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  note("first haptic through a cold socket, \(place)")
  let node = try device.node
  let ours = try samples { try coldHaptic(from: [Settings.daemon], on: device) }
  let relay = try samples { try coldHaptic(from: [Settings.floor, "", node], on: device) }
  let linked = try samples { try coldHaptic(from: [Settings.linkedFloor, "", node], on: device) }
  let bare = try samples { try coldEffect(on: device) }
  let beyond = ours.p50 - bare.p50
  try file.add(
    Figure(
      name: "first haptic through a cold socket (\(place)), p50 of \(ours.count)",
      ours: "\(ours.p50.short), \(beyond.short) beyond the device",
      beside: "open + upload + write \(bare.p50.short), C relay \(relay.p50.short), "
        + "with the same libraries \(linked.p50.short)",
      ratio: ours.p50.ratio(to: relay.p50),
      target: "≤ 2.0 ×", isMet: ours.p50.ratio(to: relay.p50).map { $0 <= 2 }))
}

/// On a simulated motor, where the level counts as written when the daemon says so: the machine's own speed.
func measureHostActivation(into file: FigureFile) throws {
  let path = socketPath("activation")
  let ours = try samples {
    let listener = try Activation(at: path)
    let client = try PacketClient(path)
    let before = Instant.now
    try client.send(packet(.hello(Request.Hello(applicationName: "benchmarks"))))
    try client.send(packet(.play(Request.Play(.name("impact.medium"), deadlineMicroseconds: 5_000_000))))
    let daemon = try listener.start([Settings.daemon, "--no-devices", "--simulate", "lra"])
    defer { daemon.stop() }
    try client.receive()
    try client.receive()
    try client.expect(.played)
    return .now - before
  }
  try file.add(
    Figure(
      name: "first haptic through a cold socket (host, simulated motor), p50 of \(ours.count)", ours: ours.p50.short,
      target: "≤ 30 ms", isMet: ours.p50 <= .milliseconds(30)))
}

/// As above, with the installed units under a real `systemd --user`, which starts the service in its own time.
func measureManagedActivation(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  note("first haptic through systemd's socket, \(place)")
  let manager = try UserManager()
  try manager.systemctl("start", "hapticd.socket")
  let ours = try samples {
    try manager.systemctl("stop", "hapticd.service")
    // So many starts in so short a time would be too many otherwise.
    try manager.systemctl("reset-failed")
    try manager.systemctl("start", "hapticd.socket")
    device.log.clear()
    let client = HapticClient(applicationName: "benchmarks", socketPath: UserManager.socketPath)
    return try firstTurn(of: device, after: client)
  }
  try file.add(
    Figure(name: "first haptic through systemd --user (\(place)), p50 of \(ours.count)", ours: ours.p50.short))
}

/// A listening socket with nobody behind it.
private final class Activation {
  private let listener: Int32
  private let path: String

  init(at path: String) throws {
    self.path = path
    listener = bench_listen(path)
    guard listener >= 0 else { throw RigError("\(path): \(Errno.last)") }
  }

  deinit {
    close(listener)
    unlink(path)
  }

  func start(_ arguments: [String]) throws -> Child { try Child(arguments, listener: listener) }
}

/// Each round but the first, which reads the files, is a sample.
private func samples(_ measure: () throws -> Duration) throws -> Samples {
  var samples = Samples()
  for round in 0...Settings.starts {
    let time = try measure()
    if round > 0 { samples.record(time) }
  }
  return samples
}

private func coldHaptic(from service: [String], on device: any VirtualDevice) throws -> Duration {
  let path = socketPath("activation")
  let listener = try Activation(at: path)
  device.log.clear()
  let client = try PacketClient(path)
  let before = Instant.now
  try client.send(packet(.hello(Request.Hello(applicationName: "benchmarks"))))
  try client.send(packet(.play(Request.Play(.name("impact.medium"), deadlineMicroseconds: 5_000_000))))
  let daemon = try listener.start(service)
  let time = try firstTurn(of: device) - before
  daemon.stop()
  try device.log.wait(for: .off)
  return time
}

private func coldEffect(on device: any VirtualDevice) throws -> Duration {
  device.log.clear()
  let before = Instant.now
  let node = try RawNode(try device.node)
  try node.play(try node.upload(.rumble(strong: 0x8000, weak: 0x8000, lengthMilliseconds: 20)))
  let on = try firstTurn(of: device)
  try device.log.wait(for: .off)
  return on - before
}

private func firstTurn(of device: any VirtualDevice, after client: HapticClient) throws -> Duration {
  let before = Instant.now
  guard client.play(Haptic("impact.medium", deadline: .seconds(9))) else {
    throw RigError("the socket takes no packet")
  }
  let on = try firstTurn(of: device)
  try device.log.wait(for: .off)
  return on - before
}

/// Waits for the motors to turn, and says since when they do.
private func firstTurn(of device: any VirtualDevice) throws -> Instant {
  try device.log.wait(for: "motor") { $0.firstTurn != nil }.firstTurn ?? .distantFuture
}
