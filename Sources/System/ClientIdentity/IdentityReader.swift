package import HapticProtocol
package import HapticSystem
internal import Synchronization

// The application at the other end of a socket, as the kernel verifies it:
//
//   socket ── SO_PEERPIDFD ──> process ──┬── .flatpak-info in /proc/PID/root ── Flatpak
//                                        └── /proc/PID/cgroup ── snap, unit of the user's manager
//
// All files are read through one descriptor of /proc/PID, and afterwards the process must still be alive: until its
// end no other process can have its number, so the files were its own.
//
// The lookup fails closed. "Not there" continues with the next rule. Any other failure gives no id and marks the
// process as hidden: an application in a sandbox can deny access to itself (PR_SET_DUMPABLE in prctl(2)).
//
// The root folder of a client may be on a file system of a process that never answers (FUSE). A lookup in it, and
// even fstatfs, would wait until that process ends. Therefore the mount of a root folder is checked before any
// access:
//
//   the root is this process's own ───────────────> read at once          `quickIdentity`
//   mountinfo says: the kernel's file systems ────> read                  `identity`, on a thread
//                   layers, network ──────────────> read, two at a time   (they may block the thread)
//                   FUSE ─────────────────────────> hidden
//
// Limit: a program outside any sandbox can start itself in a unit or namespace of its choice. Such a program can also
// stop the daemon or read its memory; there is no protection between the unsandboxed programs of one user.

/// Identifies the application of a process.
package struct IdentityReader: Sendable {
  private let procFolder: String
  private let ownRoot: FilePlace?
  private let permits = Permits()

  /// - Parameters:
  ///   - procFolder: the mount point of proc; tests use another folder.
  ///   - ownRoot: the root folder of this process; tests use another folder.
  package init(procFolder: String = "/proc", ownRoot: String = "/") {
    self.procFolder = procFolder
    self.ownRoot = try? FolderDescriptor.open(ownRoot).place()
  }

  /// The application of a process with the same root folder as this process; nil for others, whose lookup can take
  /// time. Never waits.
  package func quickIdentity(of process: borrowing PeerProcess) -> Identity? {
    guarded(process) { folder throws(RegularFile.Failure) in
      let root = try folder.folder("root")
      guard let ownRoot, try root.place() == ownRoot else { return nil }
      guard let information = try find(in: root) else { return try groupIdentity(in: folder) }
      guard information.place.mountID == ownRoot.mountID else { return nil }
      return try flatpakIdentity(information)
    }
  }

  /// The application of a process; `.unknown` if it belongs to none; `.hidden` if the lookup fails, or the process
  /// ends before this returns. May wait: do not call this in the event loop.
  package func identity(of process: borrowing PeerProcess) -> Identity {
    guarded(process) { folder throws(RegularFile.Failure) in
      let mounts = MountTable(try folder.read("mountinfo", upTo: Self.longestMountTable))
      let root = try folder.folder("root")
      return try identity(in: folder, root, mounts, entered: mounts.trust(in: try root.place().mountID))
    } ?? .hidden
  }

  private func identity(
    in folder: borrowing FolderDescriptor, _ root: borrowing FolderDescriptor, _ mounts: MountTable,
    entered trust: MountTable.Trust
  ) throws(RegularFile.Failure) -> Identity {
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

  private func flatpakIdentity(_ file: borrowing FoundFile) throws(RegularFile.Failure) -> Identity {
    let information = try file.read(upTo: Self.longestInformation)
    guard let name = FlatpakInformation.application(information) else { return .hidden }
    return Identity(name, from: .flatpak)
  }

  private func groupIdentity(in folder: borrowing FolderDescriptor) throws(RegularFile.Failure) -> Identity {
    ControlGroup(try folder.read("cgroup", upTo: Self.longestControlGroups))?.identity ?? .unknown
  }

  /// Reads in the folder of a process, which must still be alive at the end.
  private func guarded(
    _ process: borrowing PeerProcess,
    _ read: (borrowing FolderDescriptor) throws(RegularFile.Failure) -> Identity?
  ) -> Identity? {
    do throws(RegularFile.Failure) {
      let folder = try FolderDescriptor.open("\(procFolder)/\(process.processID)")
      guard let identity = try read(folder) else { return nil }
      return process.isAlive ? identity : .hidden
    } catch {
      return .hidden
    }
  }

  /// The maximum size of `/proc/PID/cgroup`, in bytes: a dozen hierarchies of 4096 bytes each, and a reserve.
  static let longestControlGroups = 64 * 1024
  /// The maximum size of `.flatpak-info`, in bytes; usual are one or two thousand.
  static let longestInformation = 16 * 1024
  /// The maximum size of `/proc/PID/mountinfo`, in bytes: about a thousand mounts.
  static let longestMountTable = 256 * 1024
}

/// Limits the threads in file systems that may never answer, so that not all threads wait for them.
private final class Permits: Sendable {
  private let entered = Mutex(0)

  /// A permit; returned when its last reference is released.
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
