internal import Glibc

/// The folder for sockets that the login made for the user: `XDG_RUNTIME_DIR`, by the XDG base directory specification.
public enum RuntimeFolder {
  /// The folder, checked: a socket in a folder that others can change would be anybody's.
  ///
  /// - Parameters:
  ///   - value: of the variable `XDG_RUNTIME_DIR`.
  ///   - userID: whose folder it must be.
  /// - Throws: what is wrong with it. The description says what to do.
  public static func path(
    _ value: String?, userID: UInt32 = PeerCredentials.ownUserID
  ) throws(RuntimeFolderFault) -> String {
    guard let path = value, !path.isEmpty else { throw .notSet }
    guard path.hasPrefix("/") else { throw .relative(path) }
    let status: FileStatus
    do throws(Errno) {
      status = try FileStatus(of: path, followingLinks: true)
    } catch {
      throw error == .noSuchFile ? .missing(path) : .refused(path, error)
    }
    guard status.kind == .folder else { throw .notFolder(path) }
    guard status.ownerID == userID else { throw .foreign(path, ownerID: status.ownerID) }
    return path
  }
}

/// Why `XDG_RUNTIME_DIR` is of no use.
public enum RuntimeFolderFault: Error, Hashable, Sendable {
  /// Not set, or empty.
  case notSet
  case relative(String)
  case missing(String)
  case refused(String, Errno)
  case notFolder(String)
  case foreign(String, ownerID: UInt32)
}

extension RuntimeFolderFault: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .notSet:
      "XDG_RUNTIME_DIR is not set or empty, so hapticd's socket has no folder; log in through systemd, or: \(Self.remedy)"
    case .relative(let path): "XDG_RUNTIME_DIR is '\(path)', which is not an absolute path; \(Self.remedy)"
    case .missing(let path): "XDG_RUNTIME_DIR is '\(path)', which does not exist; log in through systemd, or create it"
    case .refused(let path, let error): "XDG_RUNTIME_DIR is '\(path)', which cannot be used: \(error); \(Self.remedy)"
    case .notFolder(let path): "XDG_RUNTIME_DIR is '\(path)', which is not a directory; \(Self.remedy)"
    case .foreign(let path, let ownerID):
      "XDG_RUNTIME_DIR is '\(path)', which belongs to user \(ownerID), not to you; \(Self.remedy)"
    }
  }

  private static let remedy = "export XDG_RUNTIME_DIR=/run/user/$(id -u)"
}

/// Where the daemon and its clients meet.
public enum DaemonSocket: Hashable, Sendable {
  /// At a path that somebody chose.
  case file(String)
  /// `hapticd.sock` in the runtime folder, by the value of `XDG_RUNTIME_DIR`.
  case inRuntimeFolder(String?)

  /// The place that the environment says: `HAPTICD_SOCKET`, else the runtime folder. Not to be called while another thread
  /// changes the environment.
  public static var ofEnvironment: DaemonSocket {
    Environment.variable("HAPTICD_SOCKET").map(DaemonSocket.file) ?? usual
  }

  /// The same without `HAPTICD_SOCKET`.
  public static var usual: DaemonSocket { .inRuntimeFolder(Environment.variable("XDG_RUNTIME_DIR")) }

  /// The socket's path, now.
  public func path() throws(RuntimeFolderFault) -> String {
    switch self {
    case .file(let path): path
    case .inRuntimeFolder(let value): try RuntimeFolder.path(value) + "/hapticd.sock"
    }
  }
}
