public import EventLoop
public import HapticSystem

/// A bus that may not be there, or not yet, or no longer: connects again whenever it can. A program that cannot do
/// without the bus has no use for it.
public final class BusLink {
  /// The connection, while there may be one.
  public private(set) var connection: BusConnection?
  /// Why there was none at first; nil where there was.
  public private(set) var failure: Errno?

  private let address: String
  private let loop: EventLoop
  private var observers: [(BusConnection?) -> Void] = []
  private var retry: Timer?
  private var failures = 0

  /// - Parameter address: such as `unix:path=/run/dbus/system_bus_socket`.
  /// - Throws: what the kernel says when it has no descriptors left.
  public init(to address: String, loop: EventLoop) throws(Errno) {
    self.address = address
    self.loop = loop
    retry = try loop.timer { [unowned self] _ in connect(waiting: true) }
    connect(waiting: false)
    if let failure, failure == .noSuchFile || failure == .connectionRefused { connect(waiting: true) }
  }

  /// The bus of the system: `DBUS_SYSTEM_BUS_ADDRESS`, else where it always is.
  public static func system(loop: EventLoop) throws(Errno) -> BusLink {
    let address = Environment.variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
    return try BusLink(to: address, loop: loop)
  }

  /// Tells what there is now and each change: a connection, which need not have come about yet, or nil when it broke.
  /// The observer must live as long as the link does.
  public func observe(_ observer: @escaping (BusConnection?) -> Void) {
    observers.append(observer)
    observer(connection)
  }

  private func connect(waiting waits: Bool) {
    do throws(Errno) {
      connection = try BusConnection(to: address, loop: loop, waits: waits) { [unowned self] in lose() }
      for observer in observers { observer(connection) }
    } catch {
      failure = failure ?? error
    }
  }

  private func lose() {
    failures = connection?.hasAnswered == true ? 0 : failures + 1
    connection = nil
    for observer in observers { observer(nil) }
    // A bus that will not have us is not asked for ever.
    if failures < BusLink.mostFailures { retry?.arm(at: .now + BusLink.pause * (1 << failures)) }
  }

  /// Before the first new attempt; doubled each time that no attempt succeeds. The bus of the system ends with the
  /// system, so what comes here is a test, an upgrade, or a bus that throws us out.
  static let pause = Duration.milliseconds(500)
  /// An hour and a half.
  static let mostFailures = 14
}

@available(*, unavailable)
extension BusLink: Sendable {}
