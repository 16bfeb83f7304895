internal import ClientIdentity
internal import EventLoop
internal import Glibc
internal import HapticServer
internal import HapticSystem

/// Accepts connections, finds out which application each belongs to, and hands it to the server.
///
/// The loop is called as long as a connection waits, so an error that leaves it waiting would be returned for ever. Where
/// the process has no descriptor left, a spare one is given up to turn the client away, whose library tries again later.
/// After other errors accepting pauses.
final class Reception {
  private let listener: Listener
  private let loop: EventLoop
  private let log: Log
  private let onFailure: (Errno) -> Void
  private var lookup: IdentityLookup?
  private var clients: Source?
  private var pause: Timer?
  private var spare: FileDescriptor?
  private var hasComplained = false

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
    do throws(Errno) { try setWatched(true) } catch { onFailure(error) }
  }

  private func setWatched(_ isWatched: Bool) throws(Errno) {
    clients = isWatched ? try loop.watch(listener.descriptor, for: .readable) { [unowned self] _ in acceptOne() } : nil
  }

  private func acceptOne() {
    do throws(Errno) {
      let socket = try listener.accept()
      hasComplained = false
      lookup?.identify(socket)
    } catch {
      switch error.rawValue {
      case EAGAIN, ECONNABORTED, EINTR: return
      case EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP: onFailure(error)
      case EMFILE, ENFILE: turnAway(error)
      default: rest(error)
      }
    }
  }

  private func turnAway(_ error: Errno) {
    guard spare != nil else { return rest(error) }
    complain("clients are turned away: \(error); raise the limit by: ulimit -n, or LimitNOFILE= in hapticd.service")
    spare = nil
    // Where others took the descriptor that was given up, the connection still waits.
    do throws(Errno) { _ = try listener.accept() } catch { rest(error) }
    if spare == nil { spare = Self.anyDescriptor() }
  }

  /// Clients wait in the socket meanwhile.
  private func rest(_ error: Errno) {
    complain("clients must wait: \(error)")
    try? setWatched(false)
    if spare == nil { spare = Self.anyDescriptor() }
    pause?.arm(at: .now + Self.pauseLength)
  }

  /// Says it once, until a client can be accepted again.
  private func complain(_ line: String) {
    if !hasComplained { log.error(line) }
    hasComplained = true
  }

  private static func anyDescriptor() -> FileDescriptor? { try? FileDescriptor.open("/dev/null", []) }

  private static let pauseLength = Duration.milliseconds(100)
}
