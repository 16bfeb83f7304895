internal import Haptics

/// One line of `monitor --json`.
struct EventJSON: Encodable {
  /// `request`, `added`, `removed`, `changed`, `connected`, `disconnected` or `lost`.
  let event: String
  var request, verdict, category, feedback, application: String?
  var processID: UInt32?
  var intensity: Double?
  var deviceID: UInt32?
  var causeNanoseconds, receivedNanoseconds, admittedNanoseconds, writtenNanoseconds: Int64?
  var lost: Int?
  var device: DeviceJSON?

  /// Nil for events that no monitor of requests and devices gets.
  init?(_ event: ClientEvent) {
    switch event {
    case .observed(let observed): self.init(observed)
    case .device(let change):
      self.init("\(change.kind)")
      device = DeviceJSON(change.device)
    case .connected: self.init("connected")
    case .disconnected: self.init("disconnected")
    case .lost(let count):
      self.init("lost")
      lost = count
    case .finished, .reset, .level: return nil
    }
  }

  private init(_ event: String) { self.event = event }

  private init(_ observed: Observed) {
    event = "request"
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
    lost = observed.lost == 0 ? nil : Int(observed.lost)
  }
}
