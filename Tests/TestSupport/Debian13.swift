internal import Foundation

/// Programs of Debian 13 on this machine, in a root folder that `Tests/Lab/Debian13/root` makes.
package enum Debian13 {
  /// The folder: HAPTICD_DEBIAN13, or the one in the user's cache.
  package static let root: String = {
    let variables = ProcessInfo.processInfo.environment
    let home = variables["HOME"].map { "\($0)/.cache" } ?? "/nonexistent"
    return variables["HAPTICD_DEBIAN13"] ?? "\(variables["XDG_CACHE_HOME"] ?? home)/hapticd/debian13-clients"
  }()

  /// The reason why no program can run; nil if they can.
  package static let obstacle: String? = {
    guard FileManager.default.fileExists(atPath: "\(root)/usr/bin/fbcli") else {
      return "there is no Debian 13 in \(root); make it with: Tests/Lab/Debian13/root clients"
    }
    let trial = Process()
    trial.executableURL = URL(filePath: "/bin/sh")
    trial.arguments = ["-c", "exec \"$@\" 2>/dev/null", "sh"] + command(["true"])
    try? trial.run()
    trial.waitUntilExit()
    return trial.terminationStatus == 0 ? nil : "Debian 13 needs root or unprivileged user namespaces"
  }()

  /// The arguments that run a program of Debian 13.
  package static func command(_ arguments: [String]) -> [String] {
    [files.appending(path: "enter").path, root] + arguments
  }

  /// A file in Tests/Lab/Debian13, as text.
  package static func text(of file: String) throws -> String {
    try String(contentsOf: files.appending(path: file), encoding: .utf8)
  }

  /// The shell command that compiles `program.c` with this machine's compiler and Debian 13's libfeedback.
  package static func compilation(to program: String) -> String {
    let (headers, libraries) = ("\(root)/usr/include", "$(echo \(root)/usr/lib/*-linux-gnu)")
    return """
      lib=\(libraries)
      cc -Wall -o '\(program)' '\(files.appending(path: "program.c").path)' -DLIBFEEDBACK_USE_UNSTABLE_API \
        -I\(headers)/libfeedback-0.0 -I\(headers)/glib-2.0 -I$lib/glib-2.0/include -Wl,--allow-shlib-undefined \
        $lib/libfeedback-0.0.so.0 $lib/libgio-2.0.so.0 $lib/libgobject-2.0.so.0 $lib/libglib-2.0.so.0
      """
  }

  private static let files = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Lab/Debian13")
}
