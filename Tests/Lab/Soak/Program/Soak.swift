import Glibc
import HapticProtocol
import HapticSystem
import TestSupport
import VirtualDevices

/// Runs a daemon with clients, devices and settings that change at random, for a given time. Every ten minutes there
/// is a rest: all clients end, all devices are plugged in, and the resources of the daemon are compared with the
/// first rest.
///
/// start ── warm-up ── rest ── 10 min ── rest ── ... ── rest ── SIGTERM
final class Soak {
  private let seconds: Int
  private let seed: UInt64
  private var random: SplitMix64
  private let wishes: Wishes
  private let daemon: Program
  private let probe: PacketSocket
  private var hardware = Hardware()
  private var crowd: Crowd
  private let start = Instant.now
  private var failures: [String] = []
  private var firstRest: Figures?

  init(seconds: Int, seed: UInt64) throws {
    self.seconds = seconds
    self.seed = seed
    random = SplitMix64(seed: seed)
    wishes = try Wishes()
    let folder = "/run/soak"
    mkdir(folder, 0o700)
    chown(folder, 1000, 1000)
    say("soak: \(seconds) s, seed \(seed)")
    try hardware.settle()
    let path = getenv("HAPTICD").map { String(cString: $0) } ?? "/usr/bin/hapticd"
    // The limits of systemd/hapticd.service.
    let limited = ["sh", "-c", "ulimit -d 49152 && ulimit -n 2048 && exec \"$0\"", path]
    daemon = try Program(
      limited, as: .tester, environment: ["XDG_RUNTIME_DIR": folder, "XDG_CONFIG_HOME": wishes.folder])
    let socket = "\(folder)/hapticd.sock"
    guard poll(upTo: waitLimit, until: { (try? SeqpacketSocket.connect(to: socket)) != nil }) else {
      throw RigError("hapticd did not start: \(daemon.output)")
    }
    probe = try PacketSocket(socket)
    // Unplugs devices once before the first comparison, because the daemon allocates some resources only then.
    try hardware.replug()
    crowd = Crowd(program: CommandLine.arguments[0], socket: socket)
  }

  func run() throws -> Int32 {
    let warmUp = min(300, seconds / 4)
    var nextRest = warmUp
    var nextLine = 0
    while elapsed < seconds, failures.isEmpty {
      try act()
      if elapsed >= nextLine {
        try line()
        nextLine += 60
      }
      if elapsed >= nextRest {
        try rest()
        nextRest += 600
      }
      pause(.milliseconds(100))
    }
    try line()
    if failures.isEmpty { try rest() }
    try end()
    return verdict()
  }

  private var elapsed: Int { Int((Instant.now - start).wholeMicroseconds / 1_000_000) }

  // MARK: Trouble

  private static let mostClients = 6

  private func act() throws {
    failures += crowd.takeEnded()
    if crowd.count < Self.mostClients, random.chance(2) { try crowd.start(&random) }
    if random.chance(40) { crowd.kill(&random) }
    if random.chance(60) { hardware.change(&random) }
    if random.chance(25) { try wishes.change(&random) }
    hardware.look()
    if !daemon.isRunning { throw RigError("the daemon ended: \(daemon.output.suffix(4000))") }
  }

  // MARK: Rest

  /// Ends all clients and compares the resources of the daemon.
  private func rest() throws {
    failures += try crowd.killAll()
    try wishes.settle()
    try hardware.settle()
    try waitFor("the clients to be forgotten") { try statistics().clients == 1 }
    try waitFor("the motors to be off", hardware.running) {
      hardware.look()
      return hardware.running.isEmpty
    }
    let first = firstRest
    var figures = try Figures(daemon.processID)
    // Threads and descriptors end a little later.
    try waitFor("what clients had to be given back", figures.words) {
      figures = try Figures(daemon.processID)
      guard let first else { return true }
      return figures.descriptors <= first.descriptors && figures.threads <= first.threads
        && figures.anonymous <= first.anonymous + Self.growth
    }
    if firstRest == nil { firstRest = figures }
    say("\(elapsed) s, rest: \(figures.words)\(slotWords)")
  }

  /// The permitted growth of the daemon's own memory since the first rest, in KiB: a megabyte that the daemon leaves to the
  /// next client (`MemoryReturn`), and as much between blocks that are in use.
  private static let growth = 2048

  private func waitFor(
    _ what: String, _ state: @autoclosure () -> Any? = nil, until condition: () throws -> Bool
  ) throws {
    if try poll(upTo: waitLimit, until: condition) { return }
    let rest = firstRest.map { "; at the first rest: \($0.words)" } ?? ""
    failures.append("waited \(waitLimit) for \(what)\(state().map { ", but: \($0)" } ?? "")\(rest)")
  }

  // MARK: Figures

  private func statistics() throws -> StatisticsReport {
    guard let report = try probe.ask(.query(StatisticsQuery())).answer(to: StatisticsQuery.self) else {
      throw RigError("no statistics")
    }
    return report
  }

  private func line() throws {
    let report = try statistics()
    let verdicts = Verdict.allCases.filter { report[$0] > 0 }.map { "\($0.name) \(report[$0])" }
    let plugs = "plugs \(hardware.plugs)" + (hardware.failedPlugs > 0 ? " (\(hardware.failedPlugs) failed)" : "")
    say(
      "\(elapsed) s: \(try Figures(daemon.processID).words)\(slotWords), connected \(report.clients), devices "
        + "\(hardware.nodes), \(plugs), clients \(crowd.started) of which \(crowd.killed) killed, replies "
        + "\(crowd.replies) of \(crowd.requests); \(verdicts.joined(separator: ", "))")
  }

  private var slotWords: String { ", slots \(hardware.slots)" }

  // MARK: The end

  /// Ends the daemon with SIGTERM; all motors must be off.
  private func end() throws {
    failures += try crowd.killAll()
    guard let status = try probe.ask(.query(StatusQuery())).answer(to: StatusQuery.self) else {
      throw RigError("no status")
    }
    if status.processID != UInt32(daemon.processID) { failures.append("another daemon answers: \(status.processID)") }
    daemon.signal(SIGTERM)
    let code = try daemon.wait(upTo: waitLimit)
    if code != 0 { failures.append("the daemon ended with \(code)") }
    hardware.look()
    try waitFor("the motors to be off at the end", hardware.running) {
      hardware.look()
      return hardware.running.isEmpty
    }
  }

  private func verdict() -> Int32 {
    for failure in failures.prefix(10) { say("failure: \(failure)") }
    if !failures.isEmpty { say("the daemon's log ends with: \(daemon.output.suffix(4000))") }
    say(failures.isEmpty ? "soak: nothing wrong in \(elapsed) s" : "soak: FAILED, seed \(seed)")
    return failures.isEmpty ? 0 : 1
  }
}
