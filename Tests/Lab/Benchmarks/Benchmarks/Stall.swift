internal import CBenchmarks
internal import Glibc
internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import VirtualDevices

/// The delay of a stop of one client while another one sends the heaviest allowed requests without pause.
///
/// From the call that sends the request to the daemon's word when it read it: how soon the client itself is woken for
/// the answer depends on the other client, which shares its processor. Daemon and client have real-time scheduling:
/// what else runs on the machine delays them otherwise, and that delay is the kernel's.
func measureStalls(into file: FigureFile) throws {
  defer {
    bench_pin(0, -1)
    schedule(0, inRealTime: false)
  }
  var (alone, worst) = (Samples(), (load: Load.define, samples: Samples()))
  for load in Load.allCases {
    let trial = try StallTrial(load.rawValue)
    let (calm, samples) = try trial.compare([CommandLine.arguments[0], "stall", trial.path, load.rawValue])
    alone.add(calm)
    if samples.p99 > worst.samples.p99 { worst = (load, samples) }
    if load == .loops { try trial.measureLoops(into: file) }
  }
  let limit = Duration.milliseconds(5)
  try file.add(
    Figure(
      name:
        "a stop while another client sends the heaviest requests (\(worst.load.rawValue), host, real time), p50 / p99 / max",
      ours: worst.samples.summary, beside: "without it \(alone.summary)", target: "p99 ≤ 5 ms",
      isMet: worst.samples.p99 <= limit))
}

/// The requests that the other client sends without pause.
enum Load: String, CaseIterable {
  /// Definitions of 16,384 overlapping vibrations within half a second.
  case define
  /// Definitions of the vibrations and of as many taps, the last ones first.
  case disorder
  /// Definitions of 32,768 parameters.
  case points
  /// Definitions of 16,384 curves.
  case curves
  /// Plays of the vibrations, and their stops.
  case play
  case seek
  case modulate
  /// The vibrations at ten times their pace, from their start again and again.
  case loop
  /// 128 loops of 10 ms at ten times their pace.
  case loops
}

extension Load {
  var isDefinition: Bool {
    switch self {
    case .define, .disorder, .points, .curves: true
    case .play, .seek, .modulate, .loop, .loops: false
    }
  }
}

extension Samples {
  var summary: String { "\(p50.short) / \(p99.short) / \(percentile(100).short)" }
}

/// A daemon, and a client that plays and stops.
final class StallTrial {
  private static let count = 300

  let path: String
  private let daemon: Child
  private let client: PacketClient
  private let handle = Handle(rawValue: 1)!
  private let name: String

  /// - Parameter environment: variables of the daemon besides PATH.
  init(_ name: String, environment: [String: String] = [:]) throws {
    self.name = name
    path = socketPath("stall-\(name)")
    daemon =
      try Child.start(
        [Settings.daemon, "--no-devices", "--simulate", "lra", "--socket", path], environment: environment
      ).child
    bench_pin(0, 0)
    bench_pin(daemon.processID, 1)
    for process in [0, daemon.processID] { schedule(process, inRealTime: true) }
    client = try PacketClient(path)
    _ = try client.exchange(packet(.hello(Request.Hello(applicationName: "calm"))))
    let buzz: Pattern = [Event(.continuous(duration: .seconds(1)), intensity: 0.3, sharpness: 0.5)]
    for packet in Definition.packets(of: buzz, handle: handle, serial: 1).dropLast() { try client.send(packet.bytes) }
    if let last = Definition.packets(of: buzz, handle: handle, serial: 1).last { _ = try client.exchange(last.bytes) }
    try client.expect(.done)
  }

  /// The waits of stops without and with a program that loads the daemon.
  func compare(_ program: [String]) throws -> (calm: Samples, loaded: Samples) {
    note("stall: \(name)")
    let (calm, loaded) = (try stops(), try stops(beside: program))
    note("  alone \(calm.summary), beside it \(loaded.summary)")
    return (calm, loaded)
  }

  /// The times for which requests to stop wait.
  private func stops(beside program: [String]? = nil) throws -> Samples {
    let other = try program.map { try Child.start($0).child }
    defer { other?.stop() }
    if let other { bench_pin(other.processID, 0) }
    let play = packet(.play(Request.Play(.handle(handle), playback: PlaybackID(rawValue: 1))))
    let stop = packet(.stop(PlaybackID(rawValue: 1)))
    var samples = Samples()
    for _ in 0..<Self.count {
      try client.send(play)
      // A changed theme resets the handles.
      repeat { try client.receive() } while try client.packet.isReset
      try client.expect(.played)
      usleep(4000)
      samples.record(try exchangeStop(stop))
      usleep(2000)
    }
    return samples
  }

  /// The reply comes before or after the event that the playback ended.
  private func exchangeStop(_ stop: [UInt8]) throws -> Duration {
    let sent = Instant.now
    try client.send(stop)
    var (wait, hasEnded) = (Duration?.none, false)
    while true {
      if let wait, hasEnded { return wait }
      try client.receive()
      switch try client.packet {
      case .reply(_, .verdict(let verdict)):
        try client.expect(.done)
        wait = Instant(nanoseconds: verdict.receivedNanoseconds) - sent
      case .event(.finished): hasEnded = true
      case .event(.reset): break
      case let other: throw RigError("unexpected \(other)")
      }
    }
  }

  /// Memory and time of the daemon while the loops run.
  func measureLoops(into file: FigureFile) throws {
    let idle = try ProcessStatus(daemon.processID)
    let other = try Child.start([CommandLine.arguments[0], "stall", path, Load.loops.rawValue]).child
    defer { other.stop() }
    sleep(1)
    let (before, began) = (try processorTime(of: daemon.processID), Instant.now)
    sleep(3)
    let share =
      Double((try processorTime(of: daemon.processID) - before).wholeNanoseconds)
      / Double((Instant.now - began).wholeNanoseconds)
    let status = try ProcessStatus(daemon.processID)
    try file.add(
      Figure(
        name: "128 loops of 10 ms at ten times their pace (host): resident memory, processor time",
        ours: "\(megabytes(status.resident)), \(threeDigits(share * 100)) %",
        beside: "before \(megabytes(idle.resident))"))
  }
}

extension DaemonPacket {
  fileprivate var isReset: Bool { if case .event(.reset) = self { true } else { false } }
}

/// Gives a process real-time or ordinary scheduling; 0 is this one. Its children get ordinary scheduling.
func schedule(_ process: pid_t, inRealTime: Bool) {
  var parameters = sched_param()
  parameters.sched_priority = inRealTime ? 10 : 0
  let policy = (inRealTime ? SCHED_FIFO : SCHED_OTHER) | resetOnFork
  if sched_setscheduler(process, policy, &parameters) != 0 { note("  without real-time scheduling") }
}

/// `SCHED_RESET_ON_FORK`, which Swift does not import.
private let resetOnFork: Int32 = 0x4000_0000

/// The processor time of a process so far.
private func processorTime(of process: Int32) throws -> Duration {
  let first = try text(of: "/proc/\(process)/schedstat").split(separator: " ").first
  guard let time = first.flatMap({ Int64($0) }) else { throw RigError("no schedstat") }
  return .nanoseconds(time)
}

enum Stall {
  /// Sends a load until it is ended.
  static func run(_ path: String, _ name: String) throws {
    guard let load = Load(rawValue: name) else { throw RigError("no load \(name)") }
    let clients = try (0..<(load == .loops ? 4 : 1)).map { _ in try StallingClient(path, load) }
    for client in clients { try client.begin(load) }
    bench_notify_ready()
    while true {
      if load == .loops { pause() }
      for client in clients { try client.goOn(load) }
    }
  }
}
