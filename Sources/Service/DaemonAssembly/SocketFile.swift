internal import Glibc
internal import HapticSystem

// Several daemons may compete for one path. To test for a listener, to remove the file and to bind are three steps,
// and two daemons could mix them. A daemon therefore holds a lock as long as it serves:
//
//   lock PATH.lock ── held by another ─> another daemon serves
//      └─ ours ── PATH is no socket ──> refuse: only sockets are removed
//                 PATH answers ───────> refuse: systemd or a program without our lock listens there
//                 PATH is abandoned ──> remove, bind, listen, remember device and inode
//   at the end ── the same inode is at PATH ─> remove it; the lock ends with the process

/// The path of a socket, claimed for this process. The file is removed with this object, if it is still the same
/// file.
final class SocketFile {
  /// The reason why a path cannot be claimed. The description includes the remedy.
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
  private var inode: FileStatus.Inode?

  private init(_ path: String, _ lock: consuming FileLock) {
    self.path = path
    self.lock = lock
  }

  deinit {
    guard let inode, (try? FileStatus(of: path).inode) == inode else { return }
    _ = unsafe unlink(path)
  }

  /// Claims a path by its lock file.
  ///
  /// - Throws: `.served` if another daemon holds the lock, `.lockRefused` if the lock file cannot be used.
  static func claim(_ path: String) throws(Refusal) -> SocketFile {
    let lockPath = path + ".lock"
    do throws(Errno) {
      return SocketFile(path, try FileLock.take(lockPath))
    } catch {
      throw error == .wouldBlock ? .served : .lockRefused(lockPath, error)
    }
  }

  /// Listens at the path. Removes the socket of a killed daemon first.
  ///
  /// - Throws: `.notSocket`, `.answering`, `.tooLong` or `.refused`.
  func listen() throws(Refusal) -> SeqpacketListener {
    try removeAbandoned()
    do throws(Errno) {
      let listener = try SeqpacketListener.bind(to: path)
      inode = try FileStatus(of: path).inode
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
