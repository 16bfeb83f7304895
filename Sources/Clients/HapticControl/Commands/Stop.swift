internal import ArgumentParser
internal import Haptics

struct Stop: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Stop all playbacks and silence all devices.")

  @Flag(help: "Stop every playback of every client.")
  var all = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    guard all else {
      throw Failure.usage(
        "a feedback of 'hapticctl play' stops when the command ends; to stop everything: hapticctl stop --all")
    }
    let reply = try DaemonSession().stopEverything()
    if reply.verdict == .deviceFailed {
      // It may still vibrate.
      let device = reply.device.map { "device \($0.rawValue)" } ?? "a device"
      throw Failure.refused(
        "stopped \(counted(reply.count, "playback")), but \(device) refused to stop; hapticd repeats the stop, and "
          + "'hapticctl doctor' shows the reason")
    }
    try check(reply.verdict, feedback: "stop")
    try output.show(
      ["stoppedCount": reply.count], line: "stopped \(counted(reply.count, "playback")); every device is silent")
  }
}
