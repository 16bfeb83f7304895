internal import EventLoop
internal import HapticSystem

/// The listening socket of the daemon: passed by systemd, or created by this process and removed at its end.
final class Listener {
  let socket: SeqpacketListener
  /// The socket file that this process created and must remove.
  private let own: SocketFile?

  private init(_ socket: consuming SeqpacketListener, own: SocketFile?) {
    self.socket = socket
    self.own = own
  }

  /// Takes the socket that systemd passed; otherwise listens at `path`, or at the default path.
  static func open(at path: String?) throws(Daemon.Failure) -> Listener {
    if let inherited = try inherited() { return inherited }
    let path = if let path { path } else { try usualPath() }
    do throws(SocketFile.Refusal) {
      let file = try SocketFile.claim(path)
      return Listener(try file.listen(), own: file)
    } catch {
      throw Daemon.Failure(message: "cannot listen at \(path): \(error)")
    }
  }

  private static func inherited() throws(Daemon.Failure) -> Listener? {
    do throws(Errno) {
      guard let descriptor = try ServiceManager.inheritedSockets().first else { return nil }
      guard ServiceManager.isSeqpacketListener(descriptor) else {
        throw Errno.invalidArgument
      }
      return Listener(SeqpacketListener(owning: FileDescriptor(owning: descriptor)), own: nil)
    } catch {
      throw Daemon.Failure(
        message:
          "the socket passed by systemd cannot be used (\(error)); hapticd.socket must have ListenSequentialPacket=")
    }
  }

  private static func usualPath() throws(Daemon.Failure) -> String {
    do throws(RuntimeFolderFault) {
      return try DaemonSocket.usual.path()
    } catch {
      throw Daemon.Failure(message: "\(error), or use --socket")
    }
  }
}
