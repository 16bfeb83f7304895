import Glibc
import TestSupport
import Testing

/// Sockets that a service manager passes, or a script that claims to be one.
@Suite struct ListenerTests {
  @Test(arguments: [
    ("3</dev/null", "1"), ("3>&2", "1"), ("3</dev/null", "0"), ("3</dev/null", ""), ("3</dev/null", "many"),
    ("3</dev/null", "99999999999999999999"),
  ])
  func `an unusable socket from systemd ends the start with a remedy`(
    _ redirection: String, _ count: String
  ) throws {
    let program = Process.path(of: "hapticd")
    let daemon = try Process(
      "/bin/sh", "-c",
      "LISTEN_PID=$$ LISTEN_FDS=\(count) exec '\(program)' --no-devices --simulate erm \(redirection)")
    #expect(daemon.says("the socket passed by systemd cannot be used"))
    #expect(daemon.text.contains("hapticd.socket must have ListenSequentialPacket="), "\(daemon.text)")
    #expect(daemon.end() == 1)
  }
}
