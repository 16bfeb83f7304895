internal import Glibc
internal import HapticSystem
internal import Haptics

/// The state of this machine in its files, independent of the daemon.
struct Machine {
  /// A prefix of every path, for tests with a simulated file system.
  var root = ""
  var environment = Environment.variables
  var userID = getuid()

  func exists(_ path: String) -> Bool { SubjectName.fileExists(root + path) }

  /// The text of a small file without its last line break, or nil if it cannot be read.
  func text(_ path: String) -> String? {
    guard let bytes = try? RegularFile.read(root + path, upTo: 4 << 20) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  func firstFolder(of folders: [String], with name: String) -> String? {
    folders.first { exists($0 + "/" + name) }
  }

  /// The time of the last change of a file, since 1970.
  func modified(_ path: String) -> Duration? {
    var status = stat()
    guard unsafe stat(root + path, &status) == 0 else { return nil }
    return .seconds(status.st_mtim.tv_sec) + .nanoseconds(status.st_mtim.tv_nsec)
  }

  /// The names of the model in the device tree, the most specific one first; nil without a device tree.
  var deviceTreeNames: [Substring]? { text("/sys/firmware/devicetree/base/compatible")?.split(separator: "\0") }

  /// The path of the daemon's socket, or nil without a runtime directory, as in a shell without a login session.
  var socketPath: String? {
    variable("HAPTICD_SOCKET")
      ?? variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 + "/hapticd.sock" : nil }
  }

  /// The folder with the udev rules of hapticd, or nil if they are not installed.
  var rulesFolder: String? {
    firstFolder(
      of: ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { $0 + "/udev/rules.d" }, with: Self.rules)
  }

  static let rules = "70-hapticd.rules"
  static let hardwareData = "60-hapticd.hwdb"

  enum HardwareData { case missing, notCompiled, fine }

  /// The state of the hardware data: `fine` if the file is installed and the compiled database is not older.
  var hardwareData: HardwareData {
    guard let folder = firstFolder(of: ["/etc/udev/hwdb.d", "/usr/lib/udev/hwdb.d"], with: Self.hardwareData),
      let source = modified(folder + "/" + Self.hardwareData)
    else { return .missing }
    let compiled = ["/etc/udev/hwdb.bin", "/usr/lib/udev/hwdb.bin"].compactMap(modified).max()
    return compiled.map { $0 >= source } == true ? .fine : .notCompiled
  }

  enum Unit { case missing, disabled, enabled }

  /// The state of hapticd.socket in the user's service manager.
  var socketUnit: Unit {
    let own = BaseFolders.configuration(environment: variable)
    let administered = ([own].compactMap(\.self) + ["/etc"]).map { $0 + "/systemd/user" }
    let shipped = ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user", "/lib/systemd/user"]
    if (administered + shipped).contains(where: { exists($0 + "/sockets.target.wants/hapticd.socket") }) {
      return .enabled
    }
    return firstFolder(of: administered + shipped, with: "hapticd.socket") == nil ? .missing : .disabled
  }

  /// Whether the daemon at the socket is that of a unit.
  var hasUnit: Bool { variable("HAPTICD_SOCKET") == nil && socketUnit != .missing }

  /// The numbers of this user's processes that are named `hapticd`.
  var daemonProcesses: some Sequence<String> {
    ((try? Folder.entries(of: root + "/proc")) ?? []).lazy.filter { process in
      text("/proc/\(process)/comm") == "hapticd"
        && (try? FileStatus(of: "\(root)/proc/\(process)"))?.ownerID == userID
    }
  }

  /// The finding that no daemon listens at the socket. `doctor` shows it, and all other commands print it in one line.
  func absence(_ error: ClientError) -> DoctorFinding {
    guard case .noDaemon(let path, let number) = error else {
      return wrongSocket ?? .problem("daemon", "\(error)", remedy: nil)
    }
    let text = "hapticd is not running (\(path): \(number))"
    if let remedy = ClientError.remedy(for: number) { return .problem("daemon", text, remedy: remedy) }
    return wrongSocket ?? .problem("daemon", text, remedy: startRemedy)
  }

  private var startRemedy: String {
    switch socketUnit {
    case .missing: "start one with: hapticd, or install the units: sudo make install"
    case .disabled: "systemctl --user enable --now hapticd.socket"
    case .enabled: "systemctl --user restart hapticd.socket; journalctl --user -u hapticd shows why it ended"
    }
  }

  /// The finding about an environment that names no socket of a daemon; nil if the environment is correct.
  private var wrongSocket: DoctorFinding? {
    if let path = variable("HAPTICD_SOCKET") {
      let kind = (try? FileStatus(of: root + path, followingLinks: true))?.kind
      let fault =
        kind == nil ? "which does not exist" : kind == .socket ? "where no daemon listens" : "which is not a socket"
      let start = kind == nil || kind == .socket ? "start one there: hapticd --socket \(path.shellWord), or " : ""
      return .problem(
        "daemon", "hapticd is not running: HAPTICD_SOCKET names \(path), \(fault)",
        remedy: "\(start)unset HAPTICD_SOCKET")
    }
    let usual = "/run/user/\(userID)"
    let remedy = "export XDG_RUNTIME_DIR=\(usual)"
    guard let folder = variable("XDG_RUNTIME_DIR") else {
      return .problem(
        "daemon", "XDG_RUNTIME_DIR is not set or empty, so hapticd's socket has no folder",
        remedy: "log in through systemd, or: \(remedy)")
    }
    guard folder.hasPrefix("/") else {
      return .problem("daemon", "XDG_RUNTIME_DIR is '\(folder)', which is not an absolute path", remedy: remedy)
    }
    guard folder != usual, !exists("\(folder)/hapticd.sock") else { return nil }
    if exists("\(usual)/hapticd.sock") {
      return .problem("daemon", "XDG_RUNTIME_DIR is \(folder), but the socket is in \(usual)", remedy: remedy)
    }
    guard !exists(folder) else { return nil }
    return .problem("daemon", "XDG_RUNTIME_DIR is \(folder), which does not exist", remedy: remedy)
  }

  private func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
