internal import ArgumentParser
internal import Glibc
internal import HapticPatterns
internal import HapticProtocol

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show each request of any client as it happens, until interrupted.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let session = try Session.open()
    try session.monitor([.requests, .devices])
    let clock = WallClock()
    while true {
      let event = try session.nextEvent()
      if output.json {
        if let object = ObservedJSON(event) { try printJSON(object, onOneLine: true) }
      } else {
        for line in Self.lines(event, clock) { print(line) }
      }
      // Who reads a pipe wants each line when it happens.
      fflush(nil)
    }
  }

  static func lines(_ event: DaemonEvent, _ clock: WallClock) -> [String] {
    switch event {
    case .observed(let request):
      let lost = request.lost == 0 ? [] : ["(\(counted(request.lost, "event")) lost before this one)"]
      return lost + [clock.timeOfDay(monotonicNanoseconds: request.receivedNanoseconds) + "  " + request.line]
    case .device(let change): return ["device \(change.words): \(change.device.name), \(change.device.path)"]
    case .finished, .reset, .level, .unknown: return []
    }
  }
}

extension Observed {
  /// `keyboard (4711)  play selection 60%  played on 1 in 0.21 ms`.
  var line: String {
    let application = applicationName.isEmpty ? "-" : "\(applicationName)"
    let who = "\(application) (\(processID))".padded(to: 24)
    var what = "\(opcode)"
    if !feedback.isEmpty { what += " \(feedback)" }
    if opcode == .play { what += " \((Double(intensity) / 655.35).fixed(0))%" }
    var outcome = verdict.name
    if let device { outcome += " on \(device.rawValue)" }
    if let latencyNanoseconds { outcome += " in \(duration(nanoseconds: latencyNanoseconds))" }
    return "\(who)  \(what.padded(to: 28))  \(outcome)"
  }

  /// From the cause, or where that is not known from receipt, to the device.
  var latencyNanoseconds: Int64? { writtenNanoseconds.map { $0 - (causeNanoseconds ?? receivedNanoseconds) } }
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

/// One line of `monitor --json`.
struct ObservedJSON: Encodable {
  var request: String?
  var verdict: String?
  var category: String?
  var feedback: String?
  var application: String?
  var processID: UInt32?
  var intensity: Double?
  var deviceID: UInt32?
  var causeNanoseconds, receivedNanoseconds, admittedNanoseconds, writtenNanoseconds: Int64?
  var lost: UInt32?
  var change: String?
  var device: DeviceJSON?

  /// Nil for events that no monitor of requests and devices gets.
  init?(_ event: DaemonEvent) {
    switch event {
    case .observed(let observed): self.init(observed)
    case .device(let change): self.init(change)
    case .finished, .reset, .level, .unknown: return nil
    }
  }

  private init(_ change: DeviceChange) {
    self.change = "\(change.kind)"
    device = DeviceJSON(change.device)
  }

  private init(_ observed: Observed) {
    request = "\(observed.opcode)"
    verdict = observed.verdict.name
    category = observed.category?.name
    feedback = observed.feedback.isEmpty ? nil : "\(observed.feedback)"
    application = "\(observed.applicationName)"
    processID = observed.processID
    intensity = observed.opcode == .play ? Double(observed.intensity) / 65535 : nil
    deviceID = observed.device?.rawValue
    causeNanoseconds = observed.causeNanoseconds
    receivedNanoseconds = observed.receivedNanoseconds
    admittedNanoseconds = observed.admittedNanoseconds
    writtenNanoseconds = observed.writtenNanoseconds
    lost = observed.lost == 0 ? nil : observed.lost
  }
}
