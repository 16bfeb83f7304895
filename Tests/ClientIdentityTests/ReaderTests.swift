import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import Testing

@testable import ClientIdentity

@Suite struct ReaderTests {
  private let proc = FakeProc()

  @Test func `a sandbox's own file comes before the unit`() throws {
    proc.write("0::/app-other-1.scope\n", to: "cgroup")
    #expect(try proc.identity() == .unit("other"))
    proc.write(FlatpakTests.calculator, to: "root/.flatpak-info")
    #expect(try proc.identity() == .flatpak("org.gnome.Calculator"))
  }

  @Test func `a sandbox that names no application has no id, whatever its unit`() throws {
    proc.write("0::/app-other-1.scope\n", to: "cgroup")
    proc.write("[Runtime]\nname=org.gnome.Platform\n", to: "root/.flatpak-info")
    #expect(try proc.identity() == .hidden)
  }

  @Test func `an entry in place of the sandbox's file that is not a regular file gives no id`() throws {
    proc.write("0::/app-other-1.scope\n", to: "cgroup")
    let root = "\(proc.path)/\(getpid())/root"
    let place = "\(root)/.flatpak-info"
    proc.write(FlatpakTests.calculator, to: "forged")
    symlink("\(proc.path)/\(getpid())/forged", place)
    #expect(try proc.identity() == .hidden)
    unlink(place)
    mkdir(place, 0o755)
    #expect(try proc.identity() == .hidden)
    rmdir(place)
    mkfifo(place, 0o644)
    #expect(try proc.identity() == .hidden)
    unlink(place)
    #expect(try proc.identity() == .unit("other"))
  }

  @Test func `a file of any size is read to its limit and no further`() throws {
    func information(_ size: Int) -> String {
      let text = "[Application]\nname=a.b\n#"
      return text + String(repeating: "x", count: size - text.utf8.count)
    }
    for size in [2047, 2048, 2049, 8191, 8193, 16 * 1024] {
      proc.write(information(size), to: "root/.flatpak-info")
      #expect(try proc.identity() == .flatpak("a.b"), "\(size)")
    }
    proc.write(information(16 * 1024 + 1), to: "root/.flatpak-info")
    #expect(try proc.identity() == .hidden)
  }

  @Test func `control groups are read to their limit and no further`() throws {
    func groups(_ size: Int) -> String {
      let line = "\n0::/app-x-1.scope\n"
      return String(repeating: "1", count: size - line.utf8.count) + line
    }
    proc.write(groups(64 * 1024), to: "cgroup")
    #expect(try proc.identity() == .unit("x"))
    proc.write(groups(64 * 1024 + 1), to: "cgroup")
    #expect(try proc.identity() == .hidden)
  }

  @Test(arguments: ["root", "cgroup", "mountinfo"]) func `an entry that cannot be read gives no id`(_ entry: String)
    throws
  {
    proc.write("0::/app-x-1.scope\n", to: "cgroup")
    #expect(try proc.identity() == .unit("x"))
    rename("\(proc.path)/\(getpid())/\(entry)", "\(proc.path)/\(getpid())/gone")
    #expect(try proc.identity() == .hidden)
  }

  @Test func `a process that has ended has no id, although another may have its number`() throws {
    let sleeper = try Sleeper()
    proc.add(sleeper.processID, cgroup: "0::/app-x-1.scope\n")
    let process = try PeerProcess(sleeper.processID)
    let before = proc.reader.identity(of: process)
    sleeper.kill()
    while process.isAlive { usleep(1000) }
    let unwaited = proc.reader.identity(of: process)
    sleeper.wait()
    let gone = proc.reader.identity(of: process)
    #expect(before == .unit("x") && unwaited == .hidden && gone == .hidden)
  }

  @Test func `an unused process number is an error`() {
    #expect(throws: Errno.noSuchProcess) { _ = try PeerProcess(.max) }
  }

  @Test func `the process at the other end of a socket is the one that connected`() throws {
    proc.write("0::/app-x-1.scope\n", to: "cgroup")
    let pair = try SeqpacketSocket.pair()
    let process = try pair.first.peerProcess()
    let (processID, isAlive) = (process.processID, process.isAlive)
    #expect(processID == getpid() && isAlive)
    let identity = proc.reader.identity(of: process)
    #expect(identity == .unit("x"))
  }

  @Test func `the identity of this process can be read repeatedly`() throws {
    let pair = try SeqpacketSocket.pair()
    let reader = IdentityReader()
    let groups = try FolderDescriptor.open("/proc/self").read("cgroup", upTo: 65536)
    #expect(!groups.isEmpty)
    let expected = try #require(ControlGroup(groups)).identity
    let process = try pair.first.peerProcess()
    for _ in 0..<100 {
      let (quick, full) = (reader.quickIdentity(of: process), reader.identity(of: process))
      #expect(quick == expected && full == expected)
    }
  }

  @Test func `a mount table shows which file systems may block`() {
    let table = MountTable(
      utf8(
        """
        1 1 0:1 / / rw - tmpfs tmpfs rw
        12 1 8:1 / /x rw,noatime master:1 - ext4 /dev/sda1 rw
        13 1 0:9 / /y rw - fuse.sshfs host rw
        14 1 0:9 / /z rw - fuse x rw
        15 1 0:9 / /w rw - overlay x rw,lowerdir=/y
        16 1 broken

        """))
    let trust = [1, 12, 13, 14, 15, 16, 17, 2].map { table.trust(in: $0) }
    #expect(trust == [.kernel, .kernel, .process, .process, .unknown, .unknown, .unknown, .unknown])
    #expect(table.trust(in: nil) == .unknown)
  }
}
