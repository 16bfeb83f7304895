package import EventLoop
package import HapticSystem

/// A connection to a bus that may be missing: connects again after each loss. For programs that also work without the
/// bus.
package final class BusLink {
  /// The current connection, which may still be in progress.
  package private(set) var connection: BusConnection?
  /// Whether the bus does not run, but will be used once it does.
  package var isWaiting: Bool { arrival != nil }
  /// The error of the first attempt; nil if it succeeded.
  package private(set) var failure: Errno?

  let address: String
  let loop: EventLoop
  private var arrival: BusArrival?
  private var observers: [(BusConnection?) -> Void] = []
  private lazy var retry = loop.timer { [unowned self] _ in connect() }
  private var failures = 0

  /// - Parameter address: the address, such as `unix:path=/run/dbus/system_bus_socket`.
  package init(to address: String, loop: EventLoop) {
    self.address = address
    self.loop = loop
    connect()
  }

  /// The system bus: `DBUS_SYSTEM_BUS_ADDRESS`, or the default path.
  package static func system(loop: EventLoop) -> BusLink {
    let address = Environment.variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
    return BusLink(to: address, loop: loop)
  }

  /// The user's session bus: `DBUS_SESSION_BUS_ADDRESS`, or `bus` in `XDG_RUNTIME_DIR`.
  ///
  /// - Returns: nil if neither variable is set.
  package static func session(loop: EventLoop) -> BusLink? {
    let folder = Environment.variable("XDG_RUNTIME_DIR")
    guard let address = Environment.variable("DBUS_SESSION_BUS_ADDRESS") ?? folder.map({ "unix:path=\($0)/bus" })
    else { return nil }
    return BusLink(to: address, loop: loop)
  }

  /// Calls `observer` now and after each change, with a connection, which may still be in progress, or nil after its
  /// loss. The observer must live as long as the link.
  package func observe(_ observer: @escaping (BusConnection?) -> Void) {
    observers.append(observer)
    observer(connection)
  }

  private func connect() {
    arrival = nil
    do throws(Errno) {
      connection = try BusConnection(to: address, loop: loop) { [unowned self] in lose() }
      for observer in observers { observer(connection) }
    } catch {
      failure = failure ?? error
      switch error {
      case .noSuchFile, .connectionRefused: waitForBus()
      case .invalidArgument, .nameTooLong: break
      // The bus is busy, or the process has no free descriptor.
      default: tryLater()
      }
    }
  }

  private func waitForBus() {
    do throws(Errno) {
      arrival = try BusArrival(at: address, loop: loop) { [unowned self] in
        connect()
      } onFailure: { [unowned self] in
        arrival = nil
        tryLater()
      }
    } catch {
      tryLater()
    }
  }

  private func lose() {
    if connection?.hasAnswered == true { failures = -1 }
    connection = nil
    for observer in observers { observer(nil) }
    tryLater()
  }

  /// Stops after `mostFailures` attempts, because the bus may refuse this process.
  private func tryLater() {
    failures += 1
    if failures < BusLink.mostFailures { retry.arm(at: .now + BusLink.pause * (1 << failures)) }
  }

  /// The pause before the next attempt; doubled after each failure. The system bus normally ends with the system, so
  /// failures come from a test, an upgrade, or a bus that refuses this process.
  static let pause = Duration.milliseconds(500)
  /// The maximum number of consecutive failures: the pauses add up to about two and a quarter hours.
  static let mostFailures = 14
}
