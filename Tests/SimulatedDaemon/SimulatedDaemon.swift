internal import FakeDaemon
internal import Foundation
internal import Glibc
package import HapticProtocol
package import Haptics
internal import OpenCoreHaptics
internal import Synchronization
internal import TestSupport

/// A child process of hapticd with one simulated motor, without limits of rates. The binary is HAPTICD in the
/// environment, or next to the tests. The engines and generators of this
/// process use it while this object exists.
package final class SimulatedDaemon {
  private let folder: TestFolder
  private let model: String
  private var process: Process
  /// A client outside of the module under test, for questions.
  package let client: HapticClient
  private let recorder = Recorder()

  package var socket: String { folder.path(of: "socket") }
  package var processID: Int32 { process.processIdentifier }

  package init(_ model: String = "lra", settings: String = "") throws {
    folder = try TestFolder()
    self.model = model
    let categories = ["touch", "notification", "media"].map { "[\($0)]\nrate = 1000000\nburst = 1000000\n" }
    try folder.write(
      "duplicate-window = \"0ms\"\n" + settings + "\n" + categories.joined(), to: "config/hapticd/hapticd.toml")
    client = HapticClient(applicationName: "observer", socketPath: folder.path(of: "socket"))
    process = try Self.start(model, in: folder)
    HapticService.use(socketPath: socket, deadline: waitLimit)
  }

  deinit {
    HapticService.use(socketPath: "/nonexistent/socket")
    kill()
  }

  /// Kills the daemon, as after a crash.
  package func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Kills the daemon and starts a new one.
  package func restart() throws {
    kill()
    process = try Self.start(model, in: folder)
  }

  private static func start(_ model: String, in folder: TestFolder) throws -> Process {
    let process = Process()
    var environment = ProcessInfo.processInfo.environment
    // The library for the thread sanitizer is of use only in a program with it.
    environment["LD_PRELOAD"] = nil
    let neighbour = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL =
      environment["HAPTICD"].map { URL(fileURLWithPath: $0) } ?? neighbour.appendingPathComponent("hapticd")
    process.arguments = ["--no-devices", "--simulate", model, "--socket", folder.path(of: "socket")]
    process.environment = environment.merging([
      "XDG_CONFIG_HOME": folder.path(of: "config"), "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
      "XDG_CONFIG_DIRS": "/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
    ]) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<4000 {
      // A new client each time, because a client waits longer after each failure.
      let probe = HapticClient(applicationName: "probe", socketPath: folder.path(of: "socket"))
      if (try? probe.blocking.devices(timeout: waitLimit))?.isEmpty == false { return process }
      usleep(5000)
    }
    throw WaitError(reason: "hapticd does not start")
  }

  // MARK: Observing

  /// The plays of this process since the start of the daemon, with their verdicts, oldest first.
  package var plays: [Observed] {
    ((try? client.blocking.list(HistoryQuery(), timeout: waitLimit)) ?? []).filter { $0.opcode == .play }
  }

  /// The plays, as soon as there are so many of them.
  package func plays(_ count: Int) -> [Observed] {
    wait { plays.count >= count }
    return plays
  }

  /// The names of the played feedbacks, as soon as there are so many; patterns have no name.
  package func feedbacks(_ count: Int = 1) -> [String] {
    plays(count).map { "\($0.feedback)" + ($0.verdict == .played ? "" : " \($0.verdict.name)") }
  }

  /// Records the levels of the motor from now on, in `levels`.
  package func watchLevels() {
    let recorder = recorder
    client.onEvent { event in
      if case .level(let change) = event { recorder.levels.withLock { $0.append(change) } }
    }
    client.monitor(.levels)
    // After the reply to another request, the daemon watches.
    _ = try? client.blocking.devices(timeout: waitLimit)
  }

  /// The levels of the motor since `watchLevels()`.
  package var levels: [LevelChange] { recorder.levels.withLock { $0 } }

  private final class Recorder: Sendable {
    let levels = Mutex<[LevelChange]>([])
  }

  /// Whether the motor is off after it was on at least so many times.
  package func hasPulsed(_ times: Int = 1) -> Bool {
    wait { pulses >= times && levels.last?.isOff == true }
  }

  /// Whether a play gives at least so many pulses. Repeats it up to twenty times, because the daemon of a busy machine skips
  /// taps that it is late for, except the first.
  package func hasPulsed(_ times: Int, after play: () throws -> Void) rethrows -> Bool {
    for _ in 0..<20 {
      let count = plays.count
      recorder.levels.withLock { $0 = [] }
      try play()
      wait { pulses >= times || plays.count > count && isIdle }
      receiveLevels()
      if pulses >= times { return isOff }
    }
    return false
  }

  private var isIdle: Bool { (try? client.blocking.list(PlayingQuery(), timeout: waitLimit))?.isEmpty == true }

  /// Receives the levels until now, which come before the reply to a request.
  package func receiveLevels() {
    _ = try? client.blocking.devices(timeout: waitLimit)
    try? client.dispatch(waiting: .zero)
  }

  /// The number of times that the motor was switched on.
  package var pulses: Int {
    var count = 0
    var isOn = false
    for level in levels {
      if !isOn, !level.isOff { count += 1 }
      isOn = !level.isOff
    }
    return count
  }

  /// The planned times at which the motor was switched on, in seconds of `CLOCK_MONOTONIC`.
  package var beginnings: [Double] {
    let changes = levels
    return changes.indices.filter { !changes[$0].isOff && ($0 == 0 || changes[$0 - 1].isOff) }
      .map { Double(changes[$0].plannedNanoseconds) / 1e9 }
  }

  /// Whether the motor is on, now or soon.
  package var isOn: Bool { wait { levels.last?.isOff == false } }

  /// Whether the motor is off, now or soon.
  package var isOff: Bool { wait { levels.last?.isOff != false } }

  /// Whether a condition becomes true.
  @discardableResult
  package func wait(until condition: () -> Bool) -> Bool {
    let end = Instant.now + waitLimit
    while !condition() {
      if Instant.now > end { return false }
      try? client.dispatch(waiting: .milliseconds(5))
    }
    return true
  }
}

extension LevelChange {
  package var isOff: Bool { strong == 0 && weak == 0 }
}

extension SimulatedDaemon {
  /// The requested intensities of plays, in whole percent.
  package func intensities(_ count: Int) -> [Double] {
    plays(count).map { (Double($0.intensity) / 655.35).rounded() / 100 }
  }

  /// Whether there are exactly so many plays, now or soon, and all are played.
  package func hasPlayed(_ count: Int) -> Bool {
    let plays = plays(count)
    return plays.count == count && plays.allSatisfy { $0.verdict == .played }
  }

  /// The motor that is on with the higher level.
  package var strongerMotor: String {
    guard let last = levels.last(where: { !$0.isOff }) else { return "none" }
    return last.strong > last.weak ? "strong" : "weak"
  }
}
