internal import CBenchmarks
internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// The effect of a flood of one application on another: plays of a prepared feedback, awaited, with and without a
/// process beside that sends as fast as it can.
func measureFlood(into file: FigureFile) throws {
  note("flood")
  let path = socketPath("flood")
  // With the limits that everybody has: they are what is measured.
  let daemon = try Child.start(
    [Settings.daemon, "--no-devices", "--simulate", "lra", "--socket", path],
    environment: ["XDG_CONFIG_HOME": "/nonexistent"]
  ).child
  defer {
    daemon.stop()
    bench_pin(0, -1)
  }
  bench_pin(0, 0)
  bench_pin(daemon.processID, 1)
  let calm = try CalmClient(path)
  let program = CommandLine.arguments[0]
  var (alone, busy, flooded) = (Samples(), Samples(), Samples())
  for round in 0..<Flood.rounds {
    try calm.play(into: &alone, isCounted: round > 0)
    // On the client's processor: the other one is the daemon's, which a flood may not have to itself.
    try beside([program, "spin"]) { try calm.play(into: &busy, isCounted: round > 0) }
    try beside([program, "flood", path]) { try calm.play(into: &flooded, isCounted: round > 0) }
  }
  let name = "a play while another application floods (host)"
  for percentile in [50.0, 99] {
    try file.add(.floor(name, percentile, flooded, alone, called: "without it", limit: percentile == 99 ? 2 : nil))
    try file.add(.floor(name, percentile, flooded, busy, called: "while a loop runs instead", limit: nil))
  }
}

/// Runs a program on the first processor meanwhile.
private func beside(_ arguments: [String], _ body: () throws -> Void) throws {
  let other = try Child(arguments)
  bench_pin(other.processID, 0)
  usleep(50_000)
  try body()
  other.stop()
}

enum Flood {
  static let rounds = 6

  /// Sends plays as fast as the daemon takes them, until it is ended.
  static func run(_ path: String) throws {
    let client = try PacketClient(path)
    _ = try client.exchange(packet(.hello(Request.Hello(applicationName: "flood"))))
    let play = RequestPacket(.play(Request.Play(.name("impact.light")))).bytes
    while true {
      do throws(Errno) { try client.send(play) } catch {
        guard error == .wouldBlock else { throw error }
        sched_yield()
      }
    }
  }
}

/// One that plays a prepared feedback and waits for the answer, at a pace that is within the limits of media.
private struct CalmClient {
  private let client: PacketClient
  private let play: [UInt8]

  init(_ path: String) throws {
    client = try PacketClient(path)
    let handle = Handle(rawValue: 1)!
    play = packet(.play(Request.Play(.handle(handle), category: .media)))
    _ = try client.exchange(packet(.hello(Request.Hello(applicationName: "calm"))))
    _ = try client.exchange(packet(.prepare(Request.Prepare(handle: handle, device: nil, name: "impact.light"))))
    try client.expect(.done)
  }

  func play(into samples: inout Samples, isCounted: Bool) throws {
    for _ in 0..<Settings.count / 2 {
      usleep(11_000)
      let time = try client.exchange(play)
      try client.expect(.played)
      if isCounted { samples.record(time) }
      _ = try client.exchange(packet(.stop(nil)))
    }
  }
}

/// The daemon's memory for a connected client.
func measureClients(into file: FigureFile) throws {
  note("seven hundred clients")
  let path = socketPath("clients")
  let daemon = try Child.start([Settings.daemon, "--no-devices", "--simulate", "lra", "--socket", path]).child
  defer { daemon.stop() }
  // Memory that the first clients cause, such as for code that has not run before, does not count.
  var crowds = [try Child.start([CommandLine.arguments[0], "crowd", path, "100"]).child]
  sleep(1)
  let before = try ProcessStatus(daemon.processID)
  // A process outside any application is one application: each has a share of the connections, and all have a share.
  for _ in 0..<6 { crowds.append(try Child.start([CommandLine.arguments[0], "crowd", path, "100"]).child) }
  sleep(1)
  let after = try ProcessStatus(daemon.processID)
  let each = Double(after.resident - before.resident) / 600
  try file.add(
    Figure(
      name: "memory for each of 700 connected clients (host)", ours: threeDigits(each) + " kB", target: "≤ 4 kB",
      isMet: each <= 4))
  for crowd in crowds { crowd.stop() }
}

enum Crowd {
  /// Connects so many clients that each said hello and prepared a feedback, and keeps them until it is ended.
  static func run(_ path: String, _ count: Int) throws {
    var clients: [PacketClient] = []
    for number in 0..<count {
      let client = try PacketClient(path)
      let name = ShortName(truncating: "crowd \(number)")
      _ = try client.exchange(packet(.hello(Request.Hello(applicationName: name))))
      clients.append(client)
    }
    bench_notify_ready()
    while true { pause() }
  }
}
