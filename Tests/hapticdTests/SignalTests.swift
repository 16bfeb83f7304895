import Glibc
import HapticSystem
import Haptics
import TestSupport
import Testing

/// The effects of signals on the daemon.
@Suite struct SignalTests {
  private let folder = try! TestFolder()
  private var socket: String { folder.path(of: "socket") }

  @Test(arguments: [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGPIPE, SIGXFSZ, 40])
  func `a signal without a meaning changes nothing`(_ signal: Int32) throws {
    let daemon = try start()
    kill(daemon.processID, signal)
    let client = HapticClient(applicationName: "test", socketPath: socket)
    #expect(try client.blocking.devices(timeout: TestWait.limit).count == 1)
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT]) func `the daemon ends cleanly after a signal`(_ signal: Int32) throws {
    let daemon = try start()
    #expect(daemon.end(signal) == 0)
    #expect(daemon.text.hasSuffix("<6>stopped\n"))
    // The end is no sleep of the machine, which monitors would be told of as a change of the circumstances.
    #expect(!daemon.text.contains("suspending"))
  }

  /// Sends the signal at each call of `close` during the exit, because the daemon's signal handling depends on some
  /// of these descriptors.
  @Test(.enabled(if: FaultShim.path != nil, "needs a C compiler"), arguments: [SIGTERM, SIGINT, SIGHUP])
  func `the daemon ends cleanly if a second signal arrives while it ends`(_ signal: Int32) throws {
    let calm = try end { [:] }
    #expect(calm.status == 0 && calm.closes > 10)
    for site in 1...max(1, calm.closes) {
      let outcome = try end {
        ["FAULT_CALL": "close", "FAULT_AT": "\(site)", "FAULT_SIGNAL": "\(signal)"]
      }
      #expect(outcome.status == 0, "close \(site) of \(calm.closes)")
    }
  }

  /// Ends a daemon with an active playback.
  ///
  /// - Returns: its exit status, and the number of calls of `close` during the exit.
  private func end(_ faults: () -> [String: String]) throws -> (status: Int32, closes: Int) {
    let trial = try TestFolder()
    let socket = trial.path(of: "socket")
    var environment = faults()
    environment["LD_PRELOAD"] = FaultShim.path
    environment["FAULT_SWITCH"] = trial.path(of: "switch")
    environment["FAULT_COUNT"] = trial.path(of: "counts")
    let daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "erm", "--socket", socket, environment: environment)
    #expect(daemon.says("is ready\n"), "\(daemon.text)")
    let client = HapticClient(applicationName: "test", socketPath: socket)
    #expect(
      try client.blocking.play(Haptic("phone-incoming-call", deadline: TestWait.limit), timeout: TestWait.limit).verdict
        == .played)
    try trial.write("", to: "switch")
    let status = daemon.end(SIGTERM)
    #expect(daemon.text.hasSuffix("<6>stopped\n"), "\(daemon.text)")
    // There are no counts if a signal ended the process.
    let lines = (try? RegularFile.read(trial.path(of: "counts"), upTo: 65536)) ?? []
    let closes = String(decoding: lines, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("close ") }
    return (status, closes.flatMap { Int($0.dropFirst(6)) } ?? 0)
  }

  @Test func `a hang-up reads preferences and themes again`() throws {
    // Without a base folder, this folder is not watched.
    let daemon = try start(["XDG_CONFIG_HOME": folder.path(of: "a/b/c")])
    try folder.write("enabled = false\n", to: "a/b/c/hapticd/hapticd.toml")
    kill(daemon.processID, SIGHUP)
    #expect(daemon.says("preferences from \(folder.path(of: "a/b/c/hapticd/hapticd.toml"))"))
    let client = HapticClient(applicationName: "test", socketPath: socket)
    #expect(try client.blocking.play(Haptic("selection"), timeout: TestWait.limit).verdict == .switchedOff)
    #expect(daemon.end(SIGTERM) == 0)
  }

  @Test func `a log file at its size limit does not end the daemon`() throws {
    let log = folder.path(of: "log")
    let daemon = try Process(
      "/bin/sh", "-c", "ulimit -f 0; exec \"$0\" --no-devices --simulate erm --socket \"$1\" 2>\"$2\"",
      Process.path(of: "hapticd"), socket, log)
    let client = HapticClient(applicationName: "test", socketPath: socket)
    #expect(daemon.wait { (try? client.blocking.devices(timeout: .seconds(1)).count) == 1 })
    #expect(daemon.end(SIGTERM) == 0)
    #expect(try RegularFile.read(log, upTo: 100) == [])
  }

  private func start(_ environment: [String: String] = [:]) throws -> Process {
    let daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "erm", "--socket", socket, environment: environment)
    #expect(daemon.says("is ready\n"), "\(daemon.text)")
    return daemon
  }
}
