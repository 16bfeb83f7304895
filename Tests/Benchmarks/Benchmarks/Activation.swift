internal import CBenchmarks
internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import Haptics
internal import VirtualDevices

/// From the call of a client that finds a listening socket and nobody behind it, to the driver's word to the hardware:
/// the daemon is started for it, with the socket, as systemd does. Beside it what the device itself costs: a process
/// that opens the node, uploads and plays.
func measureActivation(on device: any VirtualDevice, _ place: String, into file: FigureFile) throws {
  note("first haptic through a cold socket, \(place)")
  var ours = Samples()
  var floor = Samples()
  for round in 0...Settings.starts {
    let (cold, bare) = (try coldHaptic(on: device), try coldEffect(on: device))
    if round == 0 { continue }
    ours.record(cold)
    floor.record(bare)
  }
  let beyond = ours.p50 - floor.p50
  try file.add(
    Figure(
      name: "first haptic through a cold socket (\(place)), p50 of \(ours.count)",
      ours: "\(ours.p50.short), \(beyond.short) beyond the device", beside: "open + upload + write \(floor.p50.short)",
      target: "≤ 30 ms beyond", isMet: beyond <= .milliseconds(30)))
}

private func coldHaptic(on device: any VirtualDevice) throws -> Duration {
  let path = socketPath("activation")
  let listener = bench_listen(path)
  guard listener >= 0 else { throw RigError("\(path): \(Errno.last)") }
  defer {
    close(listener)
    unlink(path)
  }
  device.log.clear()
  let client = HapticClient(applicationName: "benchmarks", socketPath: path)
  let before = Instant.now
  guard client.play(Haptic("impact.medium", deadline: .seconds(5))) else {
    throw RigError("the socket takes no packet")
  }
  let daemon = try Child([Settings.daemon], listener: listener)
  defer { daemon.stop() }
  return try firstTurn(of: device) - before
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

/// Waits for the motors to turn, and says since when they do.
private func firstTurn(of device: any VirtualDevice) throws -> Instant {
  let entries = try device.log.wait(for: "motor") { $0.motors != .off }
  return entries.motorChanges.first { $0.state != .off }?.time ?? .distantFuture
}
