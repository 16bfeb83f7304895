public import HapticSystem

// Who is at the other end of a socket, by the kernel's word:
//
//   socket ── SO_PEERPIDFD ──> process ──┬── .flatpak-info in /proc/PID/root ── Flatpak
//                                        └── /proc/PID/cgroup ── snap, unit of the user's manager
//
// Everything is read through one folder, /proc/PID, and the process is asked afterwards whether it still lives: as long
// as it does no other can have had its number, so what was read was its own.
//
// It fails closed. "Not there" leads on to the next rule; any other failure gives no id, and marks the process as one
// that hides: an application in a sandbox can forbid others to look at it (PR_SET_DUMPABLE in prctl(2)).
//
// What this cannot do: a program outside of a sandbox can start itself in a unit, or in a namespace, of its choice.
// Whoever can do that to us can as well stop us, or read our memory: among the unsandboxed programs of one user there
// are no guarantees. The same holds for a root folder that answers slowly because such a program serves it.

/// Finds out which application a process belongs to.
public struct IdentityReader: Sendable {
  private let procFolder: String

  public init(procFolder: String = "/proc") { self.procFolder = procFolder }

  /// The application of the process that connected; `.unknown` where it belongs to none, `.hidden` where that cannot be
  /// found out. A connection
  /// that was handed on counts as of the process that made it.
  public func identity(of socket: borrowing SeqpacketSocket) -> ApplicationIdentity {
    do {
      return identity(of: try socket.peerProcess())
    } catch {
      return .hidden
    }
  }

  /// The application of a process; `.unknown` where it belongs to none, `.hidden` where that cannot be found out, also
  /// because the process ended before this returns.
  public func identity(of process: borrowing PeerProcess) -> ApplicationIdentity {
    do {
      let folder = try FolderDescriptor.open("\(procFolder)/\(process.processID)")
      let identity = try identity(in: folder)
      return process.isAlive ? identity : .hidden
    } catch {
      return .hidden
    }
  }

  private func identity(in folder: borrowing FolderDescriptor) throws(RegularFile.Failure) -> ApplicationIdentity {
    if let information = try flatpakInformation(in: folder) {
      guard let name = FlatpakInformation.application(information) else { return .hidden }
      return ApplicationIdentity(name: name, source: .flatpak)
    }
    return ControlGroup(try folder.read("cgroup", upTo: Self.longestControlGroups))?.identity ?? .unknown
  }

  private func flatpakInformation(in folder: borrowing FolderDescriptor) throws(RegularFile.Failure) -> [UInt8]? {
    let root = try folder.folder("root")
    do {
      return try root.read(".flatpak-info", upTo: Self.longestInformation)
    } catch .refused(.noSuchFile) {
      return nil
    } catch {
      throw error
    }
  }

  /// Bytes of `/proc/PID/cgroup`: a dozen hierarchies of 4096 bytes each, and some.
  static let longestControlGroups = 64 * 1024
  /// Bytes of `.flatpak-info`, which has one or two thousand.
  static let longestInformation = 16 * 1024
}
