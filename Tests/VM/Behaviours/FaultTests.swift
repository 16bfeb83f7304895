internal import Glibc
internal import Haptics
internal import Testing
internal import VirtualDevices

/// The daemon on a real driver, with system calls that fail: Tests/Faults/faults.c makes them.
@Suite(.inGuest, .serialized, .enabled(if: Guest.variable("HAPTICD_FAULT_SHIM", default: "") != "", "needs the shim"))
struct FaultTests {
  /// What the driver and the kernel may return.
  private static let errors: [(function: String, errors: [Int32])] = [
    ("upload", [EBUSY, EIO, ENOSPC, EINVAL, ENODEV]), ("erase", [EIO, EINVAL]),
    ("command", [EAGAIN, EIO, ENODEV, EINTR]),
    ("question", [EIO, ENODEV]), ("node", [EMFILE, EACCES, ENODEV]), ("epoll_ctl", [ENOMEM]),
    ("timerfd_settime", [ENOMEM]), ("eventfd", [EMFILE]), ("close", [EIO]), ("poll", [ENOMEM]),
    ("pthread_create", [EAGAIN]),
  ]

  @Test(arguments: errors.map(\.function))
  func `whatever call fails during a play, the motor is off at the end`(_ function: String) throws {
    let device = try Guest.plug(UhidShape.dualSense)
    for error in Self.errors.first(where: { $0.function == function })!.errors where !(Self.isShort && error == EIO) {
      for isLasting in error == EINTR ? [false] : [false, true] {
        for site in isLasting ? [1] : [1, 2, 3] {
          try play(on: device, Fault(function: function, site: site, error: error, isLasting: isLasting))
        }
      }
    }
  }

  @Test(arguments: errors.map(\.function))
  func `whatever call fails at the start, the daemon answers or says why it ends`(_ function: String) throws {
    let device = try Guest.plug(UhidShape.dualSense)
    for error in Self.errors.first(where: { $0.function == function })!.errors.prefix(Self.isShort ? 1 : 5) {
      for isLasting in error == EINTR ? [false] : [false, true] {
        try start(Fault(function: function, site: isLasting ? 1 : 2, error: error, isLasting: isLasting), device)
      }
    }
  }

  /// Not every error in `make check`.
  private static var isShort: Bool { Guest.variable("HAPTICD_FAULTS", default: "") != "all" }

  // MARK: Trials

  /// The calls fail from the moment at which the motor turns.
  private func play(on device: any VirtualDevice, _ fault: Fault) throws {
    let trigger = try Trigger()
    let daemon = try Daemon(environment: fault.environment.merging(["FAULT_SWITCH": trigger.path]) { $1 })
    try daemon.wait(for: device)
    device.log.clear()
    let client = daemon.client()
    let playback = try client.hum()
    try #require(poll { device.log.motors != .off }, "\(fault)")
    try trigger.pull()
    _ = try? client.playPatiently("impact.heavy")
    _ = try? client.stop(playback, timeout: patience)
    check(fault, daemon, device)
  }

  private func start(_ fault: Fault, _ device: any VirtualDevice) throws {
    // A daemon that cannot start says why, which the rig requires; whatever became of the device, the motor is off.
    guard let daemon = try? Daemon(environment: fault.environment) else { return }
    _ = try? daemon.client().playToEnd("impact.heavy")
    check(fault, daemon, device)
  }

  private func check(_ fault: Fault, _ daemon: Daemon, _ device: any VirtualDevice) {
    let isOff = poll(upTo: .seconds(10)) { device.log.motors == .off }
    #expect(isOff, "\(fault): \(device.log.entries.map(\.event)); log: \(daemon.log)")
    let answer = try? daemon.client("after").devices(timeout: patience)
    if !daemon.isRunning || answer == nil && !fault.isLasting {
      #expect(fault.mayEnd && daemon.log.contains("the event loop failed"), "\(fault): \(daemon.log)")
    }
    guard daemon.isRunning else { return }
    daemon.signal(SIGTERM)
    let status = try? daemon.wait()
    #expect(status == 0 || fault.mayEnd && status == 1, "\(fault): ended with \(status ?? -1): \(daemon.log)")
    #expect(device.log.motors == .off, "\(fault)")
  }

  private struct Fault: CustomStringConvertible {
    let function: String
    let site: Int
    let error: Int32
    let isLasting: Bool

    var description: String { "\(function) \(site)\(isLasting ? " and later" : ""): \(error)" }

    /// Without timers or descriptors in its set the loop cannot go on.
    var mayEnd: Bool { ["timerfd_settime", "epoll_ctl"].contains(function) }

    var environment: [String: String] {
      var variables = [
        "LD_PRELOAD": Guest.variable("HAPTICD_FAULT_SHIM", default: ""), "FAULT_CALL": function,
        "FAULT_AT": "\(site)", "FAULT_ERRNO": "\(error)",
      ]
      if isLasting { variables["FAULT_EVER"] = "1" }
      return variables
    }
  }

  /// A file that begins the faults.
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
