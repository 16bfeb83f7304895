internal import FoundationEssentials
internal import Glibc

/// This machine as its files describe it, without any daemon.
struct Machine {
  /// Put before every path, so that tests bring a machine of their own.
  var root = ""
  /// The user's environment.
  var environment = ProcessInfo.processInfo.environment
  var userID = getuid()

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }

  /// Whether this process may write to a file. The corresponding C function is `access`.
  func canWrite(_ path: String) -> Bool { FileManager.default.isWritableFile(atPath: root + path) }

  /// The text of a small file without its last line break; nil where it cannot be read.
  func text(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: root + path) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The names in a folder; none where there is no such folder.
  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  /// The last part of what a link points to.
  func linkedName(_ path: String) -> String? {
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: root + path)
    return target?.split(separator: "/").last.map(String.init)
  }

  /// The first of `folders` that has `name`.
  func firstFolder(of folders: [String], with name: String) -> String? {
    folders.first { exists($0 + "/" + name) }
  }

  func modified(_ path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: root + path)[.modificationDate] as? Date
  }
}

extension Machine {
  /// The path of the daemon's socket; nil without a runtime directory, as in a shell without a login session.
  var socketPath: String? {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    return value("HAPTICD_SOCKET") ?? value("XDG_RUNTIME_DIR").map { $0 + "/hapticd.sock" }
  }

  /// The folder with hapticd's udev rules; nil where they are not installed.
  var rulesFolder: String? {
    firstFolder(
      of: ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { $0 + "/udev/rules.d" }, with: Self.rules)
  }

  static let rules = "70-hapticd.rules"
  static let hardwareData = "60-hapticd.hwdb"

  enum HardwareData { case missing, notCompiled, fine }

  /// Whether udev knows the hardware data: the source is there, and the compiled file is not older.
  var hardwareData: HardwareData {
    guard let folder = firstFolder(of: ["/etc/udev/hwdb.d", "/usr/lib/udev/hwdb.d"], with: Self.hardwareData),
      let source = modified(folder + "/" + Self.hardwareData)
    else { return .missing }
    let compiled = ["/etc/udev/hwdb.bin", "/usr/lib/udev/hwdb.bin"].compactMap(modified).max()
    return compiled.map { $0 >= source } == true ? .fine : .notCompiled
  }

  enum Unit { case missing, disabled, enabled }

  /// Whether the person's service manager listens for hapticd.
  var socketUnit: Unit {
    let configuration = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    let administered = [configuration, "/etc"].map { $0 + "/systemd/user" }
    let shipped = ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user", "/lib/systemd/user"]
    if (administered + shipped).contains(where: { exists($0 + "/sockets.target.wants/hapticd.socket") }) {
      return .enabled
    }
    return firstFolder(of: administered + shipped, with: "hapticd.socket") == nil ? .missing : .disabled
  }
}
