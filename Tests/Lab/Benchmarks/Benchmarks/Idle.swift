internal import Glibc
internal import HapticPatterns
internal import HapticSystem
internal import VirtualDevices

/// The cost of an idle service.
struct Idle {
  let wakeups: Int
  let after: ProcessStatus

  /// Watches several processes over the same time.
  static func watch(_ processes: [Int32], seconds: Int = Settings.idleSeconds) throws -> [Idle] {
    // Fresh files count as dirty memory until they are on the disk.
    sync()
    sleep(2)
    let before = try processes.map { try ProcessStatus($0) }
    sleep(UInt32(seconds))
    return try zip(processes, before).map { process, before in
      let after = try ProcessStatus(process)
      return Idle(wakeups: after.wakeups(since: before), after: after)
    }
  }
}

extension FigureFile {
  /// Ours, beside a peer's if there is one.
  func add(_ ours: Idle, beside peer: (name: String, idle: Idle)? = nil, on place: String) throws {
    func beside(_ value: (Idle) -> String) -> String { peer.map { "\($0.name) \(value($0.idle))" } ?? "" }
    func ratio(_ value: (Idle) -> Int) -> Double? { peer.map { Double(value(ours)) / Double(max(value($0.idle), 1)) } }
    try add(
      Figure(
        name: "idle (\(place)), wakeups in \(Settings.idleSeconds) s", ours: "\(ours.wakeups)",
        beside: beside { "\($0.wakeups)" }, target: "0", isMet: ours.wakeups == 0))
    try add(
      Figure(
        name: "idle (\(place)), resident memory", ours: megabytes(ours.after.resident),
        beside: beside { megabytes($0.after.resident) }, ratio: ratio(\.after.resident), target: "≤ 10 MB",
        isMet: ours.after.resident <= 10 * 1024))
    try add(
      Figure(
        name: "idle (\(place)), anonymous memory", ours: megabytes(ours.after.anonymous),
        beside: beside { megabytes($0.after.anonymous) }, ratio: ratio(\.after.anonymous), target: "≤ 1.5 MB",
        isMet: Double(ours.after.anonymous) <= 1.5 * 1024))
    try add(
      Figure(
        name: "idle (\(place)), proportional memory; threads",
        ours: "\(megabytes(ours.after.proportional)); \(ours.after.threads)",
        beside: beside { "\(megabytes($0.after.proportional)); \($0.after.threads)" },
        ratio: ratio(\.after.proportional)))
  }
}

/// One daemon on its own, and one that a watchdog was asked of: that one may wake up to answer it.
func measureHostIdle(into file: FigureFile) throws {
  let options = ["--no-devices", "--simulate", "lra"]
  let plain = try Child.start([Settings.daemon, "--socket", socketPath("idle")] + options).child
  let watched = try Child.start(
    [Settings.daemon, "--socket", socketPath("watched")] + options, environment: ["WATCHDOG_USEC": "10000000"]
  ).child
  let idle = try Idle.watch([plain.processID, watched.processID])
  try file.add(idle[0], on: "host")
  try file.add(
    Figure(
      name: "idle (host) with WatchdogSec=10, wakeups in \(Settings.idleSeconds) s", ours: "\(idle[1].wakeups)",
      target: "the watchdog's", isMet: idle[1].wakeups <= Settings.idleSeconds / 2))
}

/// Ours on a phone's motor, beside feedbackd on the same one.
func measureGuestIdle(on device: any VirtualDevice, into file: FigureFile) throws {
  note("idle, \(Settings.idleSeconds) s")
  let bench = try Bench(device)
  let peers = try Peers(for: device)
  // A client that holds a connection, and what it prepared, costs nothing either.
  _ = try bench.prepared("impact.light")
  let processes = [bench.daemon.processID] + (peers.feedbackd.map { [$0.processID] } ?? [])
  let idle = try Idle.watch(processes)
  let peer = idle.count > 1 ? (name: "feedbackd", idle: idle[1]) : nil
  try file.add(idle[0], beside: peer, on: "VM, phone motor")
}
