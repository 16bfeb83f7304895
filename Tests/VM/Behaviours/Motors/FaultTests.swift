internal import Glibc
internal import Haptics
internal import Testing
internal import VirtualDevices

/// The daemon with a real driver and failing system calls, by Tests/Lab/Faults/faults.c. `make faults` runs these tests;
/// `HAPTICD_FAULTS=some` tests only the most likely error of each function.
@Suite(
  .inGuest, .serialized, .enabled(if: Guest.variable("HAPTICD_FAULTS", default: "") != "", "make faults runs these"))
struct FaultTests {
  /// The errors that the driver and the kernel may return.
  private static let errors: [(function: String, errors: [Int32])] = [
    ("upload", [EBUSY, EIO, ENOSPC, EINVAL, ENODEV]), ("erase", [EIO, EINVAL]),
    ("command", [EAGAIN, EIO, ENODEV, EINTR]),
    ("question", [EIO, ENODEV]), ("node", [EMFILE, EACCES, ENODEV]), ("epoll_ctl", [ENOMEM]),
    ("epoll_pwait2", [EPERM, ENOSYS]),
    ("timerfd_settime", [ENOMEM]), ("eventfd", [EMFILE]), ("close", [EIO]), ("poll", [ENOMEM]),
    ("pthread_create", [EAGAIN]),
  ]

  @Test(arguments: errors.map(\.function))
  func `after a failed call during a play, the motor is off at the end`(_ function: String) throws {
    let device = try Guest.plug(UhidShape.dualSense)
    for fault in Self.faults(function) { try play(on: device, fault) }
  }

  @Test(arguments: errors.map(\.function))
  func `after a failed call at the start, the daemon responds or logs the reason for its end`(_ function: String) throws
  {
    let device = try Guest.plug(UhidShape.dualSense)
    for fault in Self.faults(function) where Self.isThorough || fault.isLasting { try start(fault, device) }
  }

  @Test(arguments: [false, true])
  func `a stop refused by the device's thread is reported to the client and shown`(isLasting: Bool) throws {
    let device = try Guest.plug(UinputShape.phoneMotor)
    let trigger = try Trigger()
    let fault = Fault(function: "command", site: 1, error: EIO, isLasting: isLasting)
    let daemon = try Daemon(environment: fault.environment.merging(["FAULT_SWITCH": trigger.path]) { $1 })
    try daemon.wait(for: device)
    let client = daemon.client()
    let playback = try client.hum()
    try #require(poll(upTo: waitLimit) { device.log.motors != .off })
    try trigger.pull()
    #expect(try client.blocking.stop(playback, timeout: waitLimit).verdict == .done)
    #expect(try client.blocking.end(of: playback, timeout: waitLimit).reason == .failed)
    #expect(poll(upTo: waitLimit) { device.log.motors == .off })
    let reason = isLasting ? "refused to stop: Input/output error (5)" : ""
    #expect(try poll(upTo: waitLimit) { try client.blocking.devices(timeout: waitLimit).first?.reason == reason })
    daemon.signal(SIGTERM)
    #expect(try daemon.wait() == 0)
  }

  /// All errors at the first calls with `make faults`; otherwise the most likely error at the first call.
  private static func faults(_ function: String) -> [Fault] {
    let errors = errors.first { $0.function == function }?.errors ?? []
    return errors.prefix(isThorough ? errors.count : 1).flatMap { error in
      let once = (1...(isThorough ? 3 : 1)).map { Fault(function: function, site: $0, error: error, isLasting: false) }
      return error == EINTR ? once : once + [Fault(function: function, site: 1, error: error, isLasting: true)]
    }
  }

  private static let isThorough = Guest.variable("HAPTICD_FAULTS", default: "") == "all"

  // MARK: Trials

  /// The calls fail from the time at which the motor turns on.
  private func play(on device: any VirtualDevice, _ fault: Fault) throws {
    let trigger = try Trigger()
    let daemon = try Daemon(environment: fault.environment.merging(["FAULT_SWITCH": trigger.path]) { $1 })
    try daemon.wait(for: device)
    device.log.clear()
    let client = daemon.client()
    let playback = try client.hum()
    try #require(poll(upTo: waitLimit) { device.log.motors != .off }, "\(fault)")
    try trigger.pull()
    _ = try? client.playInTime("impact.heavy")
    _ = try? client.blocking.stop(playback, timeout: waitLimit)
    check(fault, daemon, device, mayEnd: fault.stopsLoop)
  }

  private func start(_ fault: Fault, _ device: any VirtualDevice) throws {
    // A daemon that cannot start must report the reason, which the rig checks. In each case the motor must be off.
    guard let daemon = try? Daemon(environment: fault.environment) else { return }
    _ = try? daemon.client().playToEnd("impact.heavy")
    check(fault, daemon, device, mayEnd: fault.stopsLoop || fault.stopsStart)
  }

  private func check(_ fault: Fault, _ daemon: Daemon, _ device: any VirtualDevice, mayEnd: Bool) {
    let isOff = poll(upTo: waitLimit) { device.log.motors == .off }
    #expect(isOff, "\(fault): \(device.log.entries.map(\.event)); log: \(daemon.log)")
    // A single fault may close the connection of one client.
    let answers = (0..<3).map { _ in try? daemon.client("after").blocking.devices(timeout: waitLimit) }
    if !daemon.isRunning || answers.last! == nil && !fault.isLasting {
      let saysWhy = daemon.log.contains("the event loop failed") || daemon.log.contains("cannot start")
      #expect(mayEnd && saysWhy, "\(fault): \(daemon.log)")
    }
    guard daemon.isRunning else { return }
    daemon.signal(SIGTERM)
    let status = try? daemon.wait()
    #expect(status == 0 || mayEnd && status == 1, "\(fault): ended with \(status ?? -1): \(daemon.log)")
    #expect(device.log.motors == .off, "\(fault)")
  }

  private struct Fault: CustomStringConvertible {
    let function: String
    let site: Int
    let error: Int32
    let isLasting: Bool

    var description: String { "\(function) \(site)\(isLasting ? " and later" : ""): \(error)" }

    /// Whether the event loop ends: it needs timers and its set of descriptors.
    var stopsLoop: Bool { ["timerfd_settime", "epoll_ctl"].contains(function) }

    /// Whether the daemon does not start: its threads need a way to wake the event loop.
    var stopsStart: Bool { function == "eventfd" }

    var environment: [String: String] {
      var variables = [
        "LD_PRELOAD": Guest.variable("HAPTICD_FAULT_SHIM", default: ""), "FAULT_CALL": function,
        "FAULT_AT": "\(site)", "FAULT_ERRNO": "\(error)",
      ]
      if isLasting { variables["FAULT_EVER"] = "1" }
      return variables
    }
  }

  /// A file whose creation starts the faults.
  private struct Trigger: ~Copyable {
    let path: String

    init() throws {
      path = "/tmp/fault-\(getpid())"
      try Guest.run("rm", "-f", path)
    }

    deinit { unlink(path) }

    func pull() throws { try Guest.run("touch", path) }
  }
}
