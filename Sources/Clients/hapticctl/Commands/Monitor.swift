internal import ArgumentParser
internal import Glibc
internal import Haptics

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show each request of any client, until interrupted.")

  @Flag(help: "Also show each level written to a device.")
  var levels = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try DaemonSession()
    session.monitor(levels ? .all : [.requests, .devices, .status])
    let screen = Screen.standardOutput
    while true {
      let events = session.nextEvents()
      // Created anew each time, because the system time may change.
      let clock = WallClock()
      for event in events {
        if output.json {
          if let object = EventJSON(event, clock) { try printJSON(object, onOneLine: true) }
        } else {
          screen.show(Self.lines(event, clock, screen))
        }
      }
      // Flushes each line at once, for readers of a pipe.
      OutputBuffer.flush()
    }
  }

  static func lines(_ event: ClientEvent, _ clock: WallClock, _ screen: Screen = .file) -> [String] {
    switch event {
    case .observed(let request):
      let lost = request.lost == 0 ? [] : ["(\(counted(request.lost, "event")) lost before this one)"]
      return lost + [
        clock.timeOfDay(monotonicNanoseconds: request.receivedNanoseconds) + "  " + request.line(on: screen)
      ]
    case .level(let level):
      return [clock.timeOfDay(monotonicNanoseconds: level.writtenNanoseconds) + "  " + level.line]
    case .device(let change): return ["device \(change.words): \(change.device.name), \(change.device.path)"]
    case .status(let status):
      return [
        "now \(status.isEnabled ? "on" : "off"), profile \(status.profile); circumstances: \(status.circumstances.words)"
      ]
    case .disconnected: return ["(disconnected from the daemon; waiting for it)"]
    case .connected(let version): return ["(connected to hapticd \(version))"]
    case .lost(let count): return ["(\(counted(count, "event")) lost)"]
    case .finished, .reset: return []
    }
  }
}

extension Observed {
  var line: String { line(on: .file) }

  /// A line such as `keyboard (4711)  play selection 60%  played on 1 in 0.21 ms`.
  func line(on screen: Screen) -> String {
    let who = who.padded(to: 24)
    var what = medium == .haptic ? "\(opcode)" : "\(medium)"
    if !feedback.isEmpty { what += " \(feedback)" }
    if opcode == .play, medium == .haptic { what += " \((Double(intensity) / 655.35).fixed(0))%" }
    var outcome = verdict.name.painted(verdict.isSuccess ? .green : .red, on: screen)
    if let device { outcome += " on \(device.rawValue)" }
    if verdict == .played, felt < intensity { outcome += " at \((Double(felt) / 655.35).fixed(0))%" }
    if let latencyNanoseconds { outcome += " in \(duration(nanoseconds: latencyNanoseconds))" }
    return "\(who)  \(what.padded(to: 28))  \(outcome)"
  }

  /// The latency from the cause, or from receipt if the cause is unknown, to the first level at the device; nil if
  /// nothing was written.
  var latencyNanoseconds: Int64? { writtenNanoseconds.map { $0 - (causeNanoseconds ?? receivedNanoseconds) } }
}

extension LevelChange {
  /// A line such as `device 1  strong 80%, weak 40%, wave of 6 ms  85 µs late, for at most 256 ms`.
  var line: String {
    let lateness = duration(nanoseconds: max(writtenNanoseconds - plannedNanoseconds, 0)) + " late"
    let limit = isOff ? "" : ", for at most \(leaseMilliseconds) ms"
    return "device \(device.rawValue)".padded(to: 24) + "  " + levelText.padded(to: 28) + "  " + lateness + limit
  }

  private var levelText: String {
    guard !isOff else { return "off" }
    let wave = periodMilliseconds == 0 ? "" : ", wave of \(periodMilliseconds) ms"
    return "strong \(Self.percent(strong)), weak \(Self.percent(weak))" + wave
  }

  private var isOff: Bool { strong == 0 && weak == 0 }

  private static func percent(_ magnitude: UInt16) -> String { (Double(magnitude) / 655.35).fixed(0) + "%" }
}

extension DeviceChange {
  fileprivate var words: String {
    switch kind {
    case .added: "added"
    case .removed: "removed"
    case .changed: "now \(device.state.words)"
    }
  }
}
