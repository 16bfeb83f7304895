import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import ClientIdentity

/// The places from which a sandbox's file is believed: at once, after a look at the mounts, or never.
@Suite struct QuickIdentityTests {
  private let proc = FakeProc()
  /// A reader whose own root folder is that of the made-up process.
  private var reader: IdentityReader { IdentityReader(procFolder: proc.path, ownRoot: proc.root) }

  private func quick(_ reader: IdentityReader) throws -> Identity? {
    reader.quickIdentity(of: try PeerProcess(getpid()))
  }

  @Test func `a file in the own root folder is read at once`() throws {
    #expect(try quick(reader) == .unknown)
    proc.write("0::/app-x-1.scope\n", to: "cgroup")
    #expect(try quick(reader) == .unit("x"))
    proc.write(FlatpakTests.calculator, to: "root/.flatpak-info")
    #expect(try quick(reader) == .flatpak("org.gnome.Calculator"))
  }

  @Test func `a file in another root folder is not read at once`() throws {
    proc.write(FlatpakTests.calculator, to: "root/.flatpak-info")
    #expect(try quick(proc.reader) == nil)
    #expect(try proc.identity() == .flatpak("org.gnome.Calculator"))
  }

  @Test func `no file is read at once by a reader that does not know its own root folder`() throws {
    proc.write("0::/app-x-1.scope\n", to: "cgroup")
    #expect(try quick(IdentityReader(procFolder: proc.path, ownRoot: "/nonexistent")) == nil)
  }

  @Test(.enabled(if: BoundFile.isPossible, "needs root and a bind mount"))
  func `a file on another mount in the own root folder is not read at once`() throws {
    let bound = try bindInformation()
    proc.write(proc.mounts + bound.mountLine(type: "ext4"), to: "mountinfo")
    #expect(try quick(reader) == nil)
    // A thread may look at it, because the kernel answers.
    #expect(try proc.identity() == .flatpak("org.gnome.Calculator"))
  }

  @Test(.enabled(if: BoundFile.isPossible, "needs root and a bind mount"))
  func `a file from a mount of a process is never read, although its folder is on another one`() throws {
    let bound = try bindInformation()
    // The first line of a mount counts.
    proc.write(bound.mountLine(type: "fuse.silent") + proc.mounts, to: "mountinfo")
    #expect(try proc.identity() == .hidden)
  }

  private func bindInformation() throws -> BoundFile {
    proc.write(FlatpakTests.calculator, to: "forged")
    proc.write("", to: "root/.flatpak-info")
    return try BoundFile("\(proc.path)/\(getpid())/forged", over: "\(proc.root)/.flatpak-info")
  }
}
