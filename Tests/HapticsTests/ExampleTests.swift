import Haptics
import Testing

@Suite struct `The documentation's example` {
  let path = SocketPath()

  @Test func `runs as it is printed at HapticClient, with more patience`() throws {
    let daemon = try AnsweringDaemon(at: path)
    let haptics = HapticClient(applicationName: "org.example.Notes", socketPath: path.path)
    let tap = haptics.prepare("impact.light")  // while the view appears
    #expect(tap.play())  // when the finger lands
    #expect(haptics.play("success", intensity: 0.8))  // no preparation needed either

    let verdict = try haptics.play(Haptic("error"), timeout: patience)
    #expect(verdict.verdict.name == "played")
    try daemon.stop()
  }
}
