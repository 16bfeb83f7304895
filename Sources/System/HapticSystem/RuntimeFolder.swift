internal import Glibc

/// The user's folder for sockets: `XDG_RUNTIME_DIR`, defined by the XDG base directory specification.
public enum RuntimeFolder {
  /// Checks and returns the folder. A folder that other users can change would let them replace the socket.
  ///
  /// - Parameters:
  ///   - value: the value of the variable `XDG_RUNTIME_DIR`.
  ///   - userID: the user who must own the folder.
  /// - Throws: the reason why the folder is not valid; its description contains a remedy.
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

/// The reason why `XDG_RUNTIME_DIR` cannot be used.
public enum RuntimeFolderFault: Error, Hashable, Sendable {
  /// The variable is not set, or empty.
  case notSet
  case relative(String)
  case missing(String)
  case refused(String, Errno)
  case notFolder(String)
  case foreign(String, ownerID: UInt32)
}

extension RuntimeFolderFault: CustomStringConvertible {
  /// One line with the error and its remedy.
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

/// The location of the daemon's socket.
public enum DaemonSocket: Hashable, Sendable {
  /// A given path.
  case file(String)
  /// `hapticd.sock` in the runtime folder, given the value of `XDG_RUNTIME_DIR`.
  case inRuntimeFolder(String?)

  /// The location from the environment: `HAPTICD_SOCKET`, otherwise the runtime folder. Do not call this while another
  /// thread changes the environment.
  public static var ofEnvironment: DaemonSocket {
    // A path that is not UTF-8 leads nowhere, but not to another daemon.
    Environment.repaired("HAPTICD_SOCKET").map(DaemonSocket.file) ?? usual
  }

  /// The location without regard to `HAPTICD_SOCKET`.
  public static var usual: DaemonSocket { .inRuntimeFolder(Environment.variable("XDG_RUNTIME_DIR")) }

  /// Returns the path of the socket.
  ///
  /// - Throws: the reason why the runtime folder is not valid.
  public func path() throws(RuntimeFolderFault) -> String {
    switch self {
    case .file(let path): path
    case .inRuntimeFolder(let value): try RuntimeFolder.path(value) + "/hapticd.sock"
    }
  }
}
