internal import CBenchmarks
internal import Glibc
internal import VirtualDevices

/// A message bus, and a connection to it.
final class BenchBus {
  let address: String
  let connection: OpaquePointer
  let program: Program

  /// - Parameters:
  ///   - kind: `session` or `system`.
  ///   - name: distinguishes buses of the same kind.
  init(_ kind: String, _ name: String = "bench") throws {
    let socket = "/run/bench-\(kind)-\(name)"
    unlink(socket)
    let address = "unix:path=\(socket)"
    self.address = address
    program = try Program(["dbus-daemon", "--\(kind)", "--nofork", "--nopidfile", "--address=\(address)"])
    var connection: OpaquePointer?
    var result: Int32 = 0
    // The socket exists a moment before the bus listens.
    _ = poll(until: {
      result = bench_bus_open(address, &connection)
      return result == 0
    })
    guard result == 0, let connection else { throw RigError("\(kind) bus: error \(-result): \(program.output)") }
    self.connection = connection
  }

  deinit {
    bench_bus_close(connection)
    program.signal(SIGTERM)
    _ = try? program.wait()
  }

  /// Waits until a service has its name.
  func wait(for name: String, while isRunning: () -> Bool = { true }) throws {
    let isThere = poll(upTo: .seconds(60)) { bench_bus_has_owner(connection, name) == 1 || !isRunning() }
    guard isThere, isRunning() else { throw RigError("\(name) does not appear on the bus") }
  }

  /// Triggers an event as libfeedback does.
  func trigger(_ event: String) throws {
    guard bench_trigger_feedbackd(connection, event) == 0 else { throw RigError("\(event) was refused") }
  }

  /// Counts the messages that pass while `body` runs.
  func messages(during body: () throws -> Void) throws -> Int {
    let monitor = try Program(["dbus-monitor", "--address", address, "--profile"])
    func count() -> Int {
      let kinds: Set<Substring> = ["mc", "mr", "sig", "err"]
      return monitor.output.split(separator: "\n").count { kinds.contains($0.prefix { $0 != "\t" }) }
    }
    sleep(2)
    let before = count()
    try body()
    sleep(1)
    defer { monitor.signal(SIGTERM) }
    return count() - before
  }
}
