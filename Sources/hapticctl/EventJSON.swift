internal import Haptics

/// One line of `monitor --json`.
struct EventJSON: Encodable {
  /// `request`, `level`, `status`, `added`, `removed`, `changed`, `connected`, `disconnected` or `lost`.
  let event: String
  var request, verdict, category, feedback, application: String?
  var processID: UInt32?
  var intensity: Double?
  var deviceID: UInt32?
  var causeNanoseconds, receivedNanoseconds, admittedNanoseconds, plannedNanoseconds, writtenNanoseconds: Int64?
  /// Of 65535.
  var strong, weak: UInt16?
  var leaseMilliseconds: UInt32?
  /// Only where the device plays waves.
  var periodMilliseconds: UInt16?
  var lost: Int?
  /// The place in the history.
  var number: UInt64?
  /// `none`, `claimed`, `unit`, `snap` or `flatpak`.
  var identity: String?
  /// How strong it was made to be felt, 0...1.
  var felt: Double?
  /// `denied` or `granted`, where it asked to be important.
  var importance: String?
  /// Why it ended, where it has.
  var end: String?
  var status: StatusJSON?
  var device: DeviceJSON?

  /// Nil for events that are not a monitor's.
  init?(_ event: ClientEvent) {
    switch event {
    case .observed(let observed): self.init(observed)
    case .level(let level): self.init(level)
    case .device(let change):
      self.init("\(change.kind)")
      device = DeviceJSON(change.device)
    case .connected: self.init("connected")
    case .disconnected: self.init("disconnected")
    case .lost(let count):
      self.init("lost")
      lost = count
    case .status(let status):
      self.init("status")
      self.status = StatusJSON(status, "")
    case .finished, .reset: return nil
    }
  }

  private init(_ event: String) { self.event = event }

  private init(_ level: LevelChange) {
    event = "level"
    deviceID = level.device.rawValue
    strong = level.strong
    weak = level.weak
    plannedNanoseconds = level.plannedNanoseconds
    writtenNanoseconds = level.writtenNanoseconds
    leaseMilliseconds = level.leaseMilliseconds
    periodMilliseconds = level.periodMilliseconds == 0 ? nil : level.periodMilliseconds
  }

  init(_ observed: Observed) {
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
    number = observed.number == 0 ? nil : observed.number
    identity = "\(observed.identity)"
    felt = observed.verdict == .played ? Double(observed.felt) / 65535 : nil
    importance = observed.importance == .ordinary ? nil : "\(observed.importance)"
    end = observed.end?.name
  }
}
