internal import ArgumentParser
internal import HapticProtocol
internal import Haptics

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show each request of any client, until interrupted.")

  @Flag(help: "Also show each level written to a device.")
  var levels = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try DaemonSession()
    session.monitor(levels ? .all : [.requests, .devices, .status])
    let screen = Screen.standardOutput
    var memory = MonitorMemory(try session.devices(), (try? session.history()) ?? [])
    while true {
      // Also while the daemon is not running.
      let events = session.takeEvents(waiting: .seconds(1))
      // Created anew each time, because the system time may change.
      let clock = WallClock()
      for event in events {
        defer { memory.note(event) }
        if output.json {
          if let object = JSONObject.event(event, clock) { try printJSON(object, onOneLine: true) }
        } else {
          screen.show(Self.lines(event, clock, memory, screen))
        }
      }
      // Flushes each line at once, for readers of a pipe.
      OutputBuffer.flush()
    }
  }

  /// - Parameter memory: the devices and plays before this event.
  static func lines(
    _ event: ClientEvent, _ clock: WallClock, _ memory: MonitorMemory = MonitorMemory(), _ screen: Screen = .file
  ) -> [String] {
    switch event {
    case .observed(let request):
      let lost = request.lost == 0 ? [] : ["(\(counted(request.lost, "event")) lost before this one)"]
      return lost + [
        clock.timeOfDay(monotonicNanoseconds: request.receivedNanoseconds) + "  " + request.line(on: screen)
      ]
    case .level(let level):
      let time = clock.timeOfDay(monotonicNanoseconds: level.writtenNanoseconds)
      return ["\(time)  \(level.line(motorCount: memory.motorCounts[level.device]))"]
    case .ended(let end):
      return [
        "\(clock.timeOfDay(monotonicNanoseconds: end.endedNanoseconds))  \(end.line(of: memory.plays[end.number]))"
      ]
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
  /// A line such as `keyboard (4711)  play selection 60%  played on 1 in 0.21 ms`.
  ///
  /// - Parameter further: the records of the same play on further devices.
  func line(on screen: Screen = .file, further: [Observed] = []) -> String {
    let who = who.padded(to: 24)
    var what = medium == .haptic ? "\(opcode)" : "\(medium)"
    if !feedback.isEmpty { what += " \(feedback)" }
    if isHapticPlay { what += "\(feedback.isEmpty ? " pattern" : "") \(percent(intensity))" }
    var outcome = verdict.name.painted(verdict.isSuccess ? .green : .red, on: screen)
    let playing = ([self] + further.filter { $0.verdict == verdict }).compactMap { $0.device.map { "\($0.rawValue)" } }
    if !playing.isEmpty { outcome += " on \(playing.joined(separator: ", "))" }
    if verdict == .played, felt != intensity { outcome += " at \(percent(felt))" }
    if let latencyNanoseconds { outcome += " in \(duration(nanoseconds: latencyNanoseconds))" }
    if let lateness = Lateness(self) { outcome += ", \(duration(nanoseconds: lateness.late)) late" }
    for other in further where other.verdict != verdict {
      outcome += ", \(other.verdict.name)\(other.device.map { " on \($0.rawValue)" } ?? "")"
    }
    return "\(who)  \(what.padded(to: 28))  \(outcome)"
  }

  /// The latency from the cause, or from receipt if the cause is unknown, to the first level at the device; nil if
  /// nothing was written.
  var latencyNanoseconds: Int64? { writtenNanoseconds.map { $0 - (causeNanoseconds ?? receivedNanoseconds) } }
}

extension LevelChange {
  /// A line such as `device 1  strong 80%, weak 40%, wave of 6 ms  85 µs late, for at most 256 ms`.
  func line(motorCount: Int?) -> String {
    let lateness = duration(nanoseconds: max(writtenNanoseconds - plannedNanoseconds, 0)) + " late"
    let limit = isOff ? "" : ", for at most \(leaseMilliseconds) ms"
    return "device \(device.rawValue)".padded(to: 24) + "  " + levelText(motorCount).padded(to: 28) + "  " + lateness
      + limit
  }

  private func levelText(_ motorCount: Int?) -> String {
    guard !isOff else { return "off" }
    let wave = periodMilliseconds == 0 ? "" : ", wave of \(periodMilliseconds) ms"
    if motorCount == 1 { return percent(max(strong, weak)) + wave }
    return "strong \(percent(strong)), weak \(percent(weak))" + wave
  }

  private var isOff: Bool { strong == 0 && weak == 0 }
}

extension PlaybackEnd {
  /// A line such as `keyboard (4711)  selection  ended after 52 ms on 1`.
  func line(of play: Observed?) -> String {
    let who = play?.who ?? "#\(number)"
    let name = play.map { $0.feedback.isEmpty ? "pattern" : "\($0.feedback)" } ?? "playback"
    let length = firstWrittenNanoseconds.map { duration(nanoseconds: endedNanoseconds - $0) }
    let words = length.map { reason.words(after: $0) } ?? "\(reason.words), before its first level"
    return "\(who.padded(to: 24))  \(name.padded(to: 28))  on \(device.rawValue): \(words)"
  }
}

/// The devices and the plays that the lines of a monitor refer to.
struct MonitorMemory {
  private(set) var motorCounts: [DeviceID: Int] = [:]
  /// The plays that have not ended, by their numbers in the history.
  private(set) var plays: [UInt64: Observed] = [:]

  init(_ devices: [DeviceRecord] = [], _ history: [Observed] = []) {
    for device in devices { note(device) }
    for record in history { note(record) }
  }

  mutating func note(_ event: ClientEvent) {
    switch event {
    case .device(let change): note(change.device)
    case .observed(let record): note(record)
    case .ended(let end): plays[end.number] = nil
    default: break
    }
  }

  private mutating func note(_ device: DeviceRecord) {
    if let id = device.id, device.motor.motors > 0 { motorCounts[id] = Int(device.motor.motors) }
  }

  private mutating func note(_ record: Observed) {
    guard record.isHapticPlay, record.verdict == .played, record.end == nil else { return }
    plays[record.number] = record
    // Ends may be lost. The daemon keeps as many plays in its history.
    if plays.count > Limits.history, let oldest = plays.keys.min() { plays[oldest] = nil }
  }
}

extension DeviceChange {
  fileprivate var words: String {
    switch kind {
    case .added, .removed: "\(kind)"
    case .changed, .unknown: "now \(device.state.words)"
    }
  }
}
