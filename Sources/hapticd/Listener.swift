internal import EventLoop
internal import Glibc
internal import HapticSystem

/// The socket clients connect to: systemd's, or one of our own that goes with us.
final class Listener {
  private let listener: SeqpacketListener
  /// The file that this process made and must take away.
  private let ownPath: String?

  private init(_ listener: consuming SeqpacketListener, ownPath: String?) {
    self.listener = listener
    self.ownPath = ownPath
  }

  deinit {
    if let ownPath { _ = unsafe unlink(ownPath) }
  }

  /// The socket that systemd passed, if it did; or else one at `path`, or at the usual place.
  static func open(at path: String?) throws(Daemon.Failure) -> Listener {
    if let inherited = try inherited() { return inherited }
    guard let path = path ?? usualPath else {
      throw Daemon.Failure("XDG_RUNTIME_DIR is not set, so there is no place for a socket; set it, or use --socket")
    }
    return Listener(try bind(to: path), ownPath: path)
  }

  var descriptor: Int32 { listener.rawValue }

  /// The next client that waits; nil where none does.
  func accept() -> SeqpacketSocket? { try? listener.accept() }

  private static var usualPath: String? {
    guard let folder = unsafe getenv("XDG_RUNTIME_DIR") else { return nil }
    return unsafe String(cString: folder) + "/hapticd.sock"
  }

  private static func inherited() throws(Daemon.Failure) -> Listener? {
    do throws(Errno) {
      guard let descriptor = try ServiceManager.inheritedSockets().first else { return nil }
      guard ServiceManager.isSeqpacketListener(descriptor) else {
        throw Errno.invalidArgument
      }
      return Listener(SeqpacketListener(owning: FileDescriptor(owning: descriptor)), ownPath: nil)
    } catch {
      throw Daemon.Failure(
        "the socket passed by systemd is of no use (\(error)); hapticd.socket must have ListenSequentialPacket=")
    }
  }

  /// Binds, after taking away a file that a killed daemon left; one that answers belongs to another daemon.
  private static func bind(to path: String) throws(Daemon.Failure) -> SeqpacketListener {
    do throws(Errno) {
      do throws(Errno) {
        return try SeqpacketListener.bind(to: path)
      } catch {
        guard error == .addressInUse, isAbandoned(path) else { throw error }
        _ = unsafe unlink(path)
        return try SeqpacketListener.bind(to: path)
      }
    } catch {
      let why = error == .addressInUse ? "another hapticd listens there" : "\(error)"
      throw Daemon.Failure("cannot listen at \(path): \(why)")
    }
  }

  private static func isAbandoned(_ path: String) -> Bool {
    do throws(Errno) {
      _ = try SeqpacketSocket.connect(to: path)
      return false
    } catch {
      return error == .connectionRefused
    }
  }
}
