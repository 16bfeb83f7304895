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
    let path = "/tmp/rhythm.ahap"
    // Longer than a slow machine pauses between two presses.
    let program = try record(on: try pad.node, pause: "5s", to: path)
    for _ in 0..<3 {
      try pad.press(south)
      usleep(100_000)
    }
    #expect(try program.wait() == 0 && program.output == "wrote \(path): 3 events", "\(program.output)")
    let file = try Guest.run("cat", path)
    #expect(file.split(separator: "\n").count { $0.contains("HapticTransient") } == 3, "\(file)")
  }

  @Test func `a gamepad that is pulled out ends the rhythm, which is kept`() throws {
    let pad = try #require(try Guest.plug(UinputShape.buttonPad("drum")) as? UinputDevice)
    let path = "/tmp/rhythm-of-a-lost-pad.ahap"
    let program = try record(on: try pad.node, pause: "60s", to: path)
    for _ in 0..<2 {
      try pad.press(south)
      usleep(100_000)
    }
    pad.unplug()
    #expect(try program.wait() == 0)
    #expect(program.output.contains("the device was disconnected; the rhythm ends here"), "\(program.output)")
    #expect(try Guest.run("cat", path).split(separator: "\n").count { $0.contains("HapticTransient") } == 2)
  }

  /// Starts a recording, and waits until it has begun.
  private func record(on node: String, pause: String, to path: String) throws -> Program {
    let program = try Program(
      [
        Guest.variable("HAPTICCTL", default: "/usr/bin/hapticctl"), "tap", "--on", node, "--silent", "--pause", pause,
        "--force", "--output", path,
      ], as: .tester, environment: ["XDG_RUNTIME_DIR": "/nonexistent"])
    #expect(poll(upTo: waitLimit) { Self.hasOpen(node, program.processID) || !program.isRunning })
    return program
  }

  /// The kernel keeps the events of a node for a program from its open(2) on.
  private static func hasOpen(_ node: String, _ process: Int32) -> Bool {
    (try? Guest.run("ls", "-l", "/proc/\(process)/fd").contains(node)) ?? false
  }
}
