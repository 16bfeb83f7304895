internal import HapticPatterns
internal import VirtualDevices

/// A settings folder of the tester; removed when this object is released.
final class Settings {
  let folder: String

  init(_ text: String = "") throws {
    folder =
      try Guest.run("mktemp", "-d", "/tmp/hapticd-settings-XXXXXX", as: .tester)
      .split(separator: "\n").first.map(String.init) ?? ""
    if !text.isEmpty { try write(text) }
  }

  /// Settings without rate limits and duplicate window.
  static func unlimited() throws -> Settings {
    let tables = Category.allCases.map { "[\($0.name)]\nrate = 1000000\nburst = 1000000\n" }
    return try Settings("duplicate-window = \"0ms\"\n" + tables.joined())
  }

  deinit { _ = try? Guest.run("rm", "-r", folder) }

  var environment: [String: String] { ["XDG_CONFIG_HOME": folder] }

  func write(_ text: String) throws { try Guest.write(text, to: "\(folder)/hapticd/hapticd.toml") }

  /// Runs hapticctl with these settings and waits for its end.
  func hapticctl(_ arguments: String..., on daemon: Daemon) throws -> ControlResult {
    let control = Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl")
    let program = try Program(
      [control] + arguments, as: .tester,
      environment: environment.merging(["XDG_RUNTIME_DIR": daemon.runtimeFolder]) { own, _ in own })
    return ControlResult(status: try program.wait(), output: program.output)
  }
}
