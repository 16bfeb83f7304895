internal import Glibc
internal import TestSupport
internal import Testing
internal import VirtualDevices

/// `hapticctl tap` with the buttons of a real node.
@Suite(.inGuest, .serialized)
struct TapCommandTests {
  private let south: UInt16 = 0x130

  @Test func `presses of a gamepad become taps of a pattern`() throws {
    let pad = try #require(try Guest.plug(UinputShape.buttonPad("drum")) as? UinputDevice)
    let node = try pad.node
    let path = "/tmp/rhythm.ahap"
    // Longer than a slow machine pauses between two presses.
    let program = try Program(
      [
        Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl"), "tap", "--on", node, "--silent", "--pause", "5s",
        "--output", path,
      ], as: .tester, environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
    #expect(poll(upTo: waitLimit) { Self.hasOpen(node, program.processID) || !program.isRunning })
    for _ in 0..<3 {
      try pad.press(south)
      usleep(100_000)
    }
    #expect(try program.wait() == 0 && program.output == "wrote \(path): 3 events", "\(program.output)")
    let file = try Guest.run("cat", path)
    #expect(file.split(separator: "\n").count { $0.contains("HapticTransient") } == 3, "\(file)")
  }

  /// The kernel keeps the events of a node for a program from its open(2) on.
  private static func hasOpen(_ node: String, _ process: Int32) -> Bool {
    (try? Guest.run("ls", "-l", "/proc/\(process)/fd").contains(node)) ?? false
  }
}
