import Glibc
import Haptics
import TestSupport
import Testing

/// Values of WATCHDOG_USEC, as set by a service manager or by a faulty script.
@Suite struct WatchdogTests {
  @Test(arguments: ["99999999999999999999", "-1", "0", "soon", "18446744073709551615", ""])
  func `a watchdog interval that cannot be read is reported, and the daemon serves`(_ text: String) throws {
    let folder = try TestFolder()
    let socket = folder.path(of: "socket")
    let daemon = try Process(
      "hapticd", "--no-devices", "--simulate", "erm", "--socket", socket, environment: ["WATCHDOG_USEC": text])
    #expect(daemon.says("is ready\n"), "\(daemon.text)")
    #expect(daemon.text.contains("<4>the service manager's watchdog is not used: WATCHDOG_USEC"), "\(daemon.text)")
    let client = HapticClient(applicationName: "test", socketPath: socket)
    #expect(try client.blocking.devices(timeout: TestWait.limit).count == 1)
    #expect(daemon.end(SIGTERM) == 0)
  }
}
