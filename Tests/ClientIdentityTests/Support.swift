import Glibc
import HapticPatterns
import HapticProtocol
import HapticSystem
import TestSupport

@testable import ClientIdentity

/// A made-up `/proc` in a folder that goes with it.
final class FakeProc {
  private let folder = try! TestFolder()
  var path: String { folder.path }

  init() { add(getpid()) }

  /// The mounts of this process, in which this folder is on a local disk. Without that line, tests would depend on the
  /// machine: in a chroot, the mount of the folder is not in the table, and in a container it is a layer.
  var mounts: String {
    let place = try! FolderDescriptor.open(path).place()
    let own = try! FolderDescriptor.open("/proc/self").read("mountinfo", upTo: 1 << 20)
    return "\(place.mountID!) 1 0:99 / / rw - ext4 disk rw\n" + String(decoding: own, as: UTF8.self)
  }

  var reader: IdentityReader { IdentityReader(procFolder: path) }

  /// The root folder of this process in the made-up `/proc`.
  var root: String { "\(path)/\(getpid())/root" }

  /// A process at the root of all groups, without a sandbox.
  func add(_ process: Int32, cgroup: String = "0::/\n") {
    mkdir("\(path)/\(process)", 0o755)
    mkdir("\(path)/\(process)/root", 0o755)
    write(cgroup, to: "cgroup", of: process)
    write(mounts, to: "mountinfo", of: process)
  }

  func write(_ text: String, to file: String, of process: Int32 = getpid()) {
    let stream = fopen("\(path)/\(process)/\(file)", "we")!
    fputs(text, stream)
    fclose(stream)
  }

  /// The identity that the reader finds for this process.
  func identity() throws -> Identity { reader.identity(of: try PeerProcess(getpid())) }
}

/// A process that does nothing until it is ended.
struct Sleeper {
  let processID: Int32

  init() throws {
    var processID: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
    defer { for argument in arguments { free(argument) } }
    let result = posix_spawn(&processID, "/bin/sleep", nil, nil, &arguments, environ)
    if result != 0 { throw Errno(rawValue: result) }
    self.processID = processID
  }

  /// Ends it; while nobody waits for it its number stays its own.
  func kill() { Glibc.kill(processID, SIGKILL) }

  func wait() {
    var status: Int32 = 0
    waitpid(processID, &status, 0)
  }
}

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The identity of a process whose `/proc/PID/cgroup` has this path.
func identity(at path: String) -> Identity {
  ControlGroup(utf8("0::\(path)\n"))?.identity ?? .unknown
}

extension Identity {
  static func unit(_ name: ShortName) -> Identity { Identity(name, from: .unit) }
  static func snap(_ name: ShortName) -> Identity { Identity(name, from: .snap) }
  static func flatpak(_ name: ShortName) -> Identity { Identity(name, from: .flatpak) }
}
