import Foundation
import TestSupport
import Testing

/// A user without a free inotify instance or watch.
@Suite struct WatchLimitTests {
  @Test(arguments: ["instances", "watches"])
  func `a daemon that cannot notice changed files says so once, with a remedy`(_ resource: String) throws {
    let folder = try TestFolder()
    let limit = "/proc/sys/user/max_inotify_\(resource)"
    let daemon = try Process(
      "/bin/sh", "-c",
      "exec unshare --user --map-root-user sh -c 'echo 0 > \(limit) || exit 77; exec \"$0\" --no-devices --simulate erm' "
        + "'\(Process.path(of: "hapticd"))'",
      environment: ["XDG_RUNTIME_DIR": folder.path])
    let line = "are not noticed: "
    guard daemon.says(line) else {
      if daemon.end(SIGTERM) != 0 { try cancelTest("user namespaces cannot be made here: \(daemon.text)") }
      return #expect(daemon.text.contains(line))
    }
    #expect(daemon.says("is ready"))
    #expect(daemon.text.contains("raise fs.inotify.max_user_instances or fs.inotify.max_user_watches"))
    #expect(daemon.text.components(separatedBy: line).count <= 3, "\(daemon.text)")
    _ = daemon.end(SIGTERM)
  }
}
