internal import ClientIdentity
internal import EventLoop
internal import Glibc
internal import HapticServer
internal import HapticSystem

/// Accepts connections, finds out which application each belongs to, and hands it to the server.
///
/// The loop is called as long as a connection waits, so an error that leaves it waiting would be returned for ever. Where
/// the process has no descriptor left, a spare one is given up to turn the client away, whose library tries again later.
/// After other errors, and where a thread took the spare one, accepting pauses.
final class Reception {
  private let listener: Listener
  private let loop: EventLoop
  private let log: Log
  private let onFailure: (Errno) -> Void
  private var lookup: IdentityLookup?
  private var clients: Source?
  private var pause: Timer?
  private var spare: FileDescriptor?
  /// The next time the log may say that clients are not accepted.
  private var complaintDue: Instant?

  /// - Parameter onFailure: told when the socket is of no use any more.
  init(
    _ listener: Listener, _ server: Server, loop: EventLoop, log: Log, onFailure: @escaping (Errno) -> Void
  ) throws(Errno) {
    self.listener = listener
    self.loop = loop
    self.log = log
    self.onFailure = onFailure
    spare = Self.anyDescriptor()
    lookup = try IdentityLookup(loop) { socket, application in
      do throws(Errno) {
        try server.connect(socket, as: Identity(application), loop: loop)
      } catch {
        log.aboutClients.warning("a client cannot be served: \(error)")
      }
    }
    pause = try loop.timer { [unowned self] _ in open() }
    clients = try loop.watch(listener.descriptor, for: .readable) { [unowned self] _ in acceptOne() }
  }

  private func open() {
    if spare == nil { spare = Self.anyDescriptor() }
    do throws(Errno) { try setWatched(true) } catch { onFailure(error) }
  }

  private func setWatched(_ isWatched: Bool) throws(Errno) {
    clients = isWatched ? try loop.watch(listener.descriptor, for: .readable) { [unowned self] _ in acceptOne() } : nil
  }

  private func acceptOne() {
    do throws(Errno) {
      let socket = try listener.accept()
      lookup?.identify(socket)
    } catch {
      switch error.rawValue {
      case EAGAIN, EINTR: return
      case EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP: onFailure(error)
      case EMFILE, ENFILE: turnAway(error)
      default: rest(error)
      }
    }
  }

  private func turnAway(_ error: Errno) {
    guard spare != nil else { return rest(error) }
    complain(
      "new clients are disconnected: \(error); raise the limit with ulimit -n, or LimitNOFILE= in hapticd.service")
    spare = nil
    // Where a thread took the descriptor that was given up, the connection still waits.
    do throws(Errno) { _ = try listener.accept() } catch { return rest(error) }
    spare = Self.anyDescriptor()
    if spare == nil { rest(error) }
  }

  /// Clients wait in the socket meanwhile.
  private func rest(_ error: Errno) {
    complain("new clients must wait: \(error)")
    try? setWatched(false)
    pause?.arm(at: .now + Self.pauseLength)
  }

  /// Writes the line, unless one was written in the last minute: descriptors come and go with every client.
  private func complain(_ line: String) {
    let now = Instant.now
    if let complaintDue, now < complaintDue { return }
    complaintDue = now + Self.complaintInterval
    log.error(line)
  }

  private static func anyDescriptor() -> FileDescriptor? { try? FileDescriptor.open("/dev/null", []) }

  private static let pauseLength = Duration.milliseconds(100)
  private static let complaintInterval = Duration.seconds(60)
}
