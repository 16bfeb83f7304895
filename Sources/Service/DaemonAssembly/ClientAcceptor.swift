internal import ClientIdentity
internal import EventLoop
internal import Glibc
internal import HapticServer
internal import HapticSystem

/// Accepts connections, identifies their applications, and passes them to the server.
///
/// The event loop calls this object as long as a connection waits, so an error that leaves the connection waiting
/// would repeat without end. If the process has no free descriptor, a spare descriptor is closed to accept and
/// disconnect the client, whose library connects again later. After other errors, accepting pauses for 100 ms, and if
/// another thread takes the spare descriptor, until there is a new one.
final class ClientAcceptor {
  private let listener: Listener
  private let loop: EventLoop
  private let log: Log
  private let onFailure: (Errno) -> Void
  private var lookup: IdentityLookup?
  private var clients: Source?
  private lazy var pause = loop.timer { [unowned self] _ in open() }
  private var spare: FileDescriptor?
  /// The earliest time of the next log line about clients that are not accepted.
  private var nextLogLine: Instant?

  /// - Parameter onFailure: called when the socket can no longer be used.
  init(
    _ listener: Listener, _ server: Server, loop: EventLoop, log: Log, onFailure: @escaping (Errno) -> Void
  ) throws(Errno) {
    self.listener = listener
    self.loop = loop
    self.log = log
    self.onFailure = onFailure
    spare = Self.anyDescriptor()
    lookup = try IdentityLookup(loop) { socket, identity in
      do throws(Errno) {
        try server.connect(socket, as: identity, loop: loop)
      } catch {
        log.aboutClients.warning("a client cannot be served: \(error)")
      }
    }
    try setWatched(true)
  }

  private func open() {
    if spare == nil { spare = Self.anyDescriptor() }
    guard spare != nil else { return armPause() }
    do throws(Errno) { try setWatched(true) } catch { onFailure(error) }
  }

  private func armPause() { pause.arm(at: .now + Self.pauseLength) }

  private func setWatched(_ isWatched: Bool) throws(Errno) {
    clients =
      isWatched ? try loop.watch(listener.socket.rawValue, for: .readable) { [unowned self] _ in acceptOne() } : nil
  }

  private func acceptOne() {
    do throws(Errno) {
      let socket = try listener.socket.accept()
      lookup?.identify(socket)
    } catch {
      switch error.rawValue {
      case EAGAIN, EINTR: return
      case EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP: onFailure(error)
      case EMFILE, ENFILE: disconnectOne(error)
      default: pauseAccepting(error)
      }
    }
  }

  private func disconnectOne(_ error: Errno) {
    guard spare != nil else { return pauseAccepting(error) }
    logOnceAMinute(
      "new clients are disconnected: \(error); raise the limit with ulimit -n, or LimitNOFILE= in hapticd.service")
    spare = nil
    // If another thread has taken the free descriptor, the connection still waits.
    do throws(Errno) { _ = try listener.socket.accept() } catch { return pauseAccepting(error) }
    spare = Self.anyDescriptor()
    if spare == nil { pauseAccepting(error) }
  }

  /// Pauses accepting. Clients wait in the socket meanwhile.
  private func pauseAccepting(_ error: Errno) {
    logOnceAMinute("new clients must wait: \(error)")
    try? setWatched(false)
    armPause()
  }

  /// Logs a line, at most once a minute, because the free descriptors change with every client.
  private func logOnceAMinute(_ line: String) {
    let now = Instant.now
    if let nextLogLine, now < nextLogLine { return }
    nextLogLine = now + Self.logInterval
    log.error(line)
  }

  private static func anyDescriptor() -> FileDescriptor? { try? FileDescriptor.open("/dev/null", []) }

  private static let pauseLength = Duration.milliseconds(100)
  private static let logInterval = Duration.seconds(60)
}
