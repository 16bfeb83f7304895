import EventLoop
import FakeServices
import Glibc
import HapticProtocol
import HapticSystem
import Haptics
import MessageBus
import Synchronization
import TestSupport

// A daemon with a fault, its clients, and the result:
//
//   watch   ── monitors levels ───────────────────────────────────────────── was the last one off?
//   player     ── plays a tap ── plays ── sends actions ── stops, or leaves ─┐
//   caller                                                  calls on the bus, leaves
//   file                                  └ changes                          └─ again ── devices, playing: served?

/// One run of the daemon.
struct FaultTrial {
  private let fault: Fault?
  private let folder: TestFolder
  private let socket: String
  /// Nil if dbus-daemon is not installed.
  private let bus: FakeBus?
  private let daemon: Process
  private let watch: LevelWatch
  /// The limit of each call: with a fault, some calls have no reply.
  private let timeout: Duration

  init(_ fault: Fault? = nil) throws {
    self.fault = fault
    timeout = fault == nil ? TestWait.limit : .milliseconds(500)
    folder = try TestFolder()
    socket = folder.path(of: "socket")
    try folder.write("feedback-interface = true\n", to: "hapticd/hapticd.toml")
    bus = FakeBus.program == nil ? nil : try FakeBus()
    var environment = fault?.environment ?? [:]
    environment["LD_PRELOAD"] = FaultShim.path
    environment["FAULT_COUNT"] = folder.path(of: "counts")
    environment["XDG_CONFIG_HOME"] = folder.path
    if let bus { environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address }
    daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "erm", "--socket", socket, environment: environment)
    watch = LevelWatch(at: socket, timeout: timeout)
  }

  /// - Parameter most: the maximum number of descriptors that the daemon may have at the end; waits for it.
  func run(descriptors most: Int = .max) -> FaultOutcome {
    var outcome = FaultOutcome()
    _ = daemon.wait { daemon.text.contains("is ready\n") }
    outcome.wasReady = daemon.text.contains("is ready\n")
    if outcome.wasReady { play() }
    outcome.served = outcome.wasReady && isServed
    let ticks = daemon.processorTicks
    usleep(200_000)
    outcome.idleTicks = daemon.processorTicks - ticks
    outcome.motor = watch.lastMotor(whileRunning: daemon)
    // The events of the daemon do not arrive.
    if fault?.function == "send", fault?.isLasting == true { outcome.motor = .unseen }
    for _ in 0..<200 where daemon.isRunning && daemon.descriptors > most { usleep(10_000) }
    outcome.openFiles = daemon.openFiles.sorted()
    outcome.status = daemon.end(SIGTERM)
    outcome.text = daemon.text
    outcome.endedItself = outcome.status == 1
    outcome.counts = counts
    return outcome
  }

  /// Plays, sends actions, stops, disconnects during a playback, and changes a file. Errors are expected, because of
  /// the fault.
  private func play() {
    watch.begin()
    let player = HapticClient(applicationName: "player", socketPath: socket)
    _ = try? player.blocking.play(Haptic("selection"), timeout: timeout)
    let ring = player.newPlayback()
    _ = try? player.blocking.play(Haptic("phone-incoming-call", playback: ring), timeout: timeout)
    watch.waitForMotor()
    _ = player.setRate(1.5, of: ring)
    _ = try? player.blocking.stop(ring, timeout: timeout)
    let leaver = HapticClient(applicationName: "leaver", socketPath: socket)
    _ = try? leaver.blocking.play(Haptic("phone-incoming-call"), timeout: timeout)
    watch.waitForMotor()
    callOnBus()
    _ = try? folder.write("profile = \"quiet\"\n", to: "hapticd/hapticd.toml")
  }

  /// Starts an endless event of a program on the bus, and leaves.
  private func callOnBus() {
    guard let bus, let loop = try? EventLoop(),
      let connection = try? BusConnection(to: bus.address, loop: loop, onClosed: {})
    else { return }
    var isDone = false
    let call = connection.call(
      "org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", "TriggerFeedback",
      [.string("org.example.App"), .string("phone-incoming-call"), .dictionary([:]), .int32(0)]
    ) { _ in isDone = true }
    let limit = Instant.now + timeout
    while !isDone, Instant.now < limit { _ = try? loop.runOnce(timeout: .milliseconds(10)) }
    _ = call
  }

  private var isServed: Bool {
    // The bus reports the end of the caller a little later.
    for _ in 0..<(fault?.isLasting == true ? 1 : 200) where daemon.isRunning {
      let client = HapticClient(applicationName: "again", socketPath: socket)
      if (try? client.blocking.devices(timeout: timeout).count) == 1,
        (try? client.blocking.list(PlayingQuery(), timeout: timeout)) == []
      {
        return true
      }
      usleep(10_000)
    }
    return false
  }

  private var counts: [String: Int] {
    let bytes = (try? RegularFile.read(folder.path(of: "counts"), upTo: 65536)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(lines.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
  }
}

/// The result of one run.
struct FaultOutcome: Sendable {
  enum Motor: Sendable {
    case off, on
    /// The monitoring connection was lost, or never made.
    case unseen
  }

  var wasReady = false
  /// Whether a client was served at the end, and no playback was active.
  var served = false
  var motor = Motor.unseen
  var endedItself = false
  var status: Int32 = 0
  var openFiles: [String] = []
  /// The processor time in 200 ms without requests, in hundredths of a second.
  var idleTicks = 0
  var counts: [String: Int] = [:]
  var text = ""

  /// Whether the daemon ended after the signal with 0, or by itself with 1 and an error in its log; it did not spin,
  /// and the motor is not on.
  var isClean: Bool {
    (endedItself ? text.contains("<3>") : status == 0) && idleTicks < 10 && motor != .on
  }
}

/// A client that monitors all levels that the daemon writes.
private final class LevelWatch: Sendable {
  private struct State {
    var isConnected = false
    var wasLost = false
    var last: LevelChange?

    mutating func take(_ event: ClientEvent) {
      switch event {
      case .level(let level): last = level
      // An event was lost before this one, possibly the last level.
      case .observed(let observed) where observed.lost > 0: wasLost = true
      case .disconnected, .lost: wasLost = true
      default: break
      }
    }
  }

  private let client: HapticClient
  private let timeout: Duration
  private let state: Box
  private final class Box: Sendable { let value = Mutex(State()) }

  init(at socket: String, timeout: Duration) {
    self.timeout = timeout
    client = HapticClient(applicationName: "watch", socketPath: socket)
    state = Box()
    client.onEvent { [state] event in state.value.withLock { $0.take(event) } }
  }

  func begin() {
    client.monitor([.levels, .requests])
    let isHere = (try? client.blocking.devices(timeout: timeout)) != nil
    state.value.withLock { $0.isConnected = isHere }
  }

  /// Waits until the motor is on, 100 ms at most, because with some faults it never is.
  func waitForMotor() {
    for _ in 0..<10 where !isMotorOn { dispatch() }
  }

  /// Waits until the motor is off. Sends one more request, in case the event was lost.
  func lastMotor(whileRunning daemon: Process) -> FaultOutcome.Motor {
    for _ in 0..<300 where isMotorOn && daemon.isRunning { dispatch() }
    if isMotorOn && daemon.isRunning {
      _ = try? client.blocking.stop(client.newPlayback(), timeout: timeout)
    }
    for _ in 0..<3 { dispatch() }
    let state = state.value.withLock { $0 }
    if isMotorOn && !state.wasLost { return .on }
    return state.isConnected && !state.wasLost && state.last != nil ? .off : .unseen
  }

  private var isMotorOn: Bool {
    state.value.withLock { state in state.last.map { $0.strong != 0 || $0.weak != 0 } ?? false }
  }

  private func dispatch() { if (try? client.dispatch(waiting: .milliseconds(10))) == nil { usleep(10_000) } }
}
