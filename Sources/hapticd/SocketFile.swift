internal import Glibc
internal import HapticSystem

// Which of several daemons serves a path. Looking whether somebody answers, removing the file and binding are three steps
// that two daemons may mix; so they are taken under a lock, which is held for as long as the daemon serves:
//
//   lock PATH.lock ── held by another ─> it serves
//      └─ ours ── PATH is no socket ──> refuse: only sockets are removed
//                 PATH answers ───────> refuse: systemd or a program without our lock listens there
//                 PATH is abandoned ──> remove, bind, listen, remember device and inode
//   at the end ── the same inode is at PATH ─> remove it; the lock goes with the process

/// A socket's path, claimed for this process. The socket is removed with it, if it is still its own.
final class SocketFile {
  /// Why a path cannot be claimed. The description says what to do.
  enum Refusal: Error {
    case served
    case answering
    case notSocket
    case tooLong
    case lockRefused(String, Errno)
    case refused(Errno)
  }

  private let path: String
  private let lock: FileLock
  private var identity: FileStatus.Identity?

  private init(_ path: String, _ lock: consuming FileLock) {
    self.path = path
    self.lock = lock
  }

  deinit {
    guard let identity, (try? FileStatus(of: path).identity) == identity else { return }
    _ = unsafe unlink(path)
  }

  /// Makes sure that no other daemon serves the path.
  static func claim(_ path: String) throws(Refusal) -> SocketFile {
    let lockPath = path + ".lock"
    do throws(Errno) {
      return SocketFile(path, try FileLock.take(lockPath))
    } catch {
      throw error == .wouldBlock ? .served : .lockRefused(lockPath, error)
    }
  }

  /// Listens, after removing a socket that a killed daemon left.
  func listen() throws(Refusal) -> SeqpacketListener {
    try removeAbandoned()
    do throws(Errno) {
      let listener = try SeqpacketListener.bind(to: path)
      identity = try FileStatus(of: path).identity
      return listener
    } catch {
      throw error == .nameTooLong ? .tooLong : .refused(error)
    }
  }

  private func removeAbandoned() throws(Refusal) {
    guard let status = try? FileStatus(of: path) else { return }
    guard status.kind == .socket else { throw .notSocket }
    guard isAbandoned else { throw .answering }
    _ = unsafe unlink(path)
  }

  private var isAbandoned: Bool {
    do throws(Errno) {
      _ = try SeqpacketSocket.connect(to: path)
      return false
    } catch {
      return error == .connectionRefused
    }
  }
}

extension SocketFile.Refusal: CustomStringConvertible {
  var description: String {
    switch self {
    case .served: "another hapticd listens there; stop it, or choose another path with --socket"
    case .answering:
      "another program listens there; stop it, for example with: systemctl --user stop hapticd.socket hapticd.service"
    case .notSocket: "a file that is not a socket has this path; remove it, or choose another path with --socket"
    case .tooLong: "the path of a socket has at most 107 bytes; choose a shorter one with --socket"
    case .lockRefused(let path, let error):
      "the lock file \(path) cannot be used: \(error); choose a folder that you own"
    case .refused(let error): "\(error)"
    }
  }
}
