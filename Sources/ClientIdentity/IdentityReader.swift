public import HapticSystem
internal import Synchronization

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
// The root folder of a client may be on a file system that a process serves and never answers for (FUSE): a lookup in it,
// and even fstatfs, would wait until that process ends. So nothing in a root folder is touched before its mount is known:
//
//   the root is this process's own ───────────────> read at once          `quickIdentity`
//   mountinfo says: the kernel's file systems ────> read                  `identity`, on a thread
//                   layers, network ──────────────> read, two at a time   (they may wait, and the thread with them)
//                   FUSE ─────────────────────────> hidden
//
// What this cannot do: a program outside of a sandbox can start itself in a unit, or in a namespace, of its choice.
// Whoever can do that to us can as well stop us, or read our memory: among the unsandboxed programs of one user there
// are no guarantees.

/// Finds out which application a process belongs to.
public struct IdentityReader: Sendable {
  private let procFolder: String
  private let ownRoot: FilePlace?
  private let permits = Permits()

  public init(procFolder: String = "/proc") {
    self.procFolder = procFolder
    ownRoot = try? FolderDescriptor.open("/").place()
  }

  /// The application of a process whose root folder is this process's own; nil for others, which may take time. Never
  /// waits.
  public func quickIdentity(of process: borrowing PeerProcess) -> ApplicationIdentity? {
    guarded(process) { folder throws(RegularFile.Failure) in
      let root = try folder.folder("root")
      guard let ownRoot, try root.place() == ownRoot else { return nil }
      guard let information = try find(in: root) else { return try groupIdentity(in: folder) }
      guard information.place.mountID == ownRoot.mountID else { return nil }
      return try flatpakIdentity(information)
    }
  }

  /// The application of a process; `.unknown` where it belongs to none, `.hidden` where that cannot be found out, also
  /// because the process ended before this returns. May wait: not to be called in the loop.
  public func identity(of process: borrowing PeerProcess) -> ApplicationIdentity {
    guarded(process) { folder throws(RegularFile.Failure) in
      let mounts = MountTable(try folder.read("mountinfo", upTo: Self.longestMountTable))
      let root = try folder.folder("root")
      return try identity(in: folder, root, mounts, entered: mounts.trust(in: try root.place().mountID))
    } ?? .hidden
  }

  private func identity(
    in folder: borrowing FolderDescriptor, _ root: borrowing FolderDescriptor, _ mounts: MountTable,
    entered trust: MountTable.Trust
  ) throws(RegularFile.Failure) -> ApplicationIdentity {
    guard let permit = permits.take(for: trust) else { return .hidden }
    guard let information = try find(in: root) else { return try groupIdentity(in: folder) }
    _ = permit
    guard let permit = permits.take(for: mounts.trust(in: information.place.mountID)) else { return .hidden }
    let identity = try flatpakIdentity(information)
    _ = permit
    return identity
  }

  // MARK: Files

  private func find(in root: borrowing FolderDescriptor) throws(RegularFile.Failure) -> FoundFile? {
    do throws(RegularFile.Failure) {
      return try root.find(".flatpak-info")
    } catch .refused(.noSuchFile) {
      return nil
    }
  }

  private func flatpakIdentity(_ file: borrowing FoundFile) throws(RegularFile.Failure) -> ApplicationIdentity {
    let information = try file.read(upTo: Self.longestInformation)
    guard let name = FlatpakInformation.application(information) else { return .hidden }
    return ApplicationIdentity(name: name, source: .flatpak)
  }

  private func groupIdentity(in folder: borrowing FolderDescriptor) throws(RegularFile.Failure) -> ApplicationIdentity {
    ControlGroup(try folder.read("cgroup", upTo: Self.longestControlGroups))?.identity ?? .unknown
  }

  /// Reads in the folder of a process that lives until the end.
  private func guarded(
    _ process: borrowing PeerProcess,
    _ read: (borrowing FolderDescriptor) throws(RegularFile.Failure) -> ApplicationIdentity?
  ) -> ApplicationIdentity? {
    do throws(RegularFile.Failure) {
      let folder = try FolderDescriptor.open("\(procFolder)/\(process.processID)")
      guard let identity = try read(folder) else { return nil }
      return process.isAlive ? identity : .hidden
    } catch {
      return .hidden
    }
  }

  /// Bytes of `/proc/PID/cgroup`: a dozen hierarchies of 4096 bytes each, and some.
  static let longestControlGroups = 64 * 1024
  /// Bytes of `.flatpak-info`, which has one or two thousand.
  static let longestInformation = 16 * 1024
  /// Bytes of `/proc/PID/mountinfo`: a thousand mounts.
  static let longestMountTable = 256 * 1024
}

/// Who may enter file systems that may never answer, so that not every thread waits for them.
private final class Permits: Sendable {
  private let entered = Mutex(0)

  /// Ends with its last reference.
  final class Permit: Sendable {
    private let permits: Permits?
    fileprivate init(_ permits: Permits?) { self.permits = permits }
    deinit { permits?.entered.withLock { $0 -= 1 } }
  }

  func take(for trust: MountTable.Trust) -> Permit? {
    switch trust {
    case .kernel: Permit(nil)
    case .process: nil
    case .unknown:
      entered.withLock { count in
        if count == Self.most { return false }
        count += 1
        return true
      } ? Permit(self) : nil
    }
  }

  private static let most = 2
}
