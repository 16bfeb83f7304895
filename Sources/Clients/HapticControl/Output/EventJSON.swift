internal import HapticProtocol
internal import Haptics

/// An event of a monitor in JSON, or an entry of the history.
struct EventJSON: Encodable {
  /// `request`, `level`, `ended`, `status`, `added`, `removed`, `changed`, `connected`, `disconnected` or `lost`.
  let event: String
  var request, verdict, category, feedback, application: String?
  /// `sound` or `light`; nil for haptics.
  var medium: String?
  var processID: UInt32?
  var intensity: Double?
  var deviceID: UInt32?
  var causeMonotonicNanoseconds, receivedMonotonicNanoseconds, admittedMonotonicNanoseconds: Int64?
  var plannedMonotonicNanoseconds, writtenMonotonicNanoseconds: Int64?
  var causeTime, receivedTime, admittedTime, plannedTime, writtenTime: String?
  var strongMagnitude, weakMagnitude: UInt16?
  var leaseMilliseconds: UInt32?
  /// The period of a wave; nil for a level without one.
  var periodMilliseconds: UInt16?
  var lostCount: Int?
  /// The number in the history.
  var number: UInt64?
  /// `none`, `claimed`, `unit`, `snap`, `flatpak` or `hidden`.
  var identity: String?
  var feltStrength: Double?
  /// `denied` or `granted`, if the play asked to be important.
  var importance: String?
  var endReason: String?
  var endedMonotonicNanoseconds: Int64?
  var endedTime: String?
  /// The time by which an expired play missed its deadline, and the deadline from its cause.
  var lateNanoseconds, deadlineNanoseconds: Int64?
  /// The further devices of the play, in the history.
  var furtherDevices: [FurtherDeviceJSON]?
  var status: StatusJSON?
  var device: DeviceJSON?
  var daemonVersion: String?

  /// - Returns: nil for events that no monitor receives.
  init?(_ event: ClientEvent, _ clock: WallClock) {
    switch event {
    case .observed(let observed): self.init(observed, clock)
    case .level(let level): self.init(level, clock)
    case .ended(let end): self.init(end, clock)
    case .device(let change):
      self.init("\(change.kind)")
      device = DeviceJSON(change.device)
    case .connected(let version):
      self.init("connected")
      daemonVersion = "\(version)"
    case .disconnected: self.init("disconnected")
    case .lost(let count):
      self.init("lost")
      lostCount = count
    case .status(let status):
      self.init("status")
      self.status = StatusJSON(status)
    case .finished, .reset: return nil
    }
  }

  private init(_ event: String) { self.event = event }

  private init(_ level: LevelChange, _ clock: WallClock) {
    event = "level"
    deviceID = level.device.rawValue
    strongMagnitude = level.strong
    weakMagnitude = level.weak
    (plannedMonotonicNanoseconds, plannedTime) = clock.moment(level.plannedNanoseconds)
    (writtenMonotonicNanoseconds, writtenTime) = clock.moment(level.writtenNanoseconds)
    leaseMilliseconds = level.leaseMilliseconds
    periodMilliseconds = level.periodMilliseconds == 0 ? nil : level.periodMilliseconds
  }

  private init(_ end: PlaybackEnd, _ clock: WallClock) {
    event = "ended"
    number = end.number
    deviceID = end.device.rawValue
    endReason = end.reason.name
    (writtenMonotonicNanoseconds, writtenTime) = clock.moment(end.firstWrittenNanoseconds)
    (endedMonotonicNanoseconds, endedTime) = clock.moment(end.endedNanoseconds)
  }

  init(_ entry: HistoryEntry, _ clock: WallClock) {
    self.init(entry.record, clock)
    if !entry.further.isEmpty { furtherDevices = entry.further.map { FurtherDeviceJSON($0, clock) } }
  }

  init(_ observed: Observed, _ clock: WallClock) {
    event = "request"
    request = "\(observed.opcode)"
    verdict = observed.verdict.name
    category = observed.category?.name
    feedback = observed.feedback.isEmpty ? nil : "\(observed.feedback)"
    application = observed.applicationName.isEmpty ? nil : "\(observed.applicationName)"
    processID = observed.processID
    medium = observed.medium == .haptic ? nil : "\(observed.medium)"
    if observed.medium == .haptic {
      intensity = observed.opcode == .play ? strength(observed.intensity) : nil
      feltStrength = observed.verdict == .played ? strength(observed.felt) : nil
    }
    deviceID = observed.device?.rawValue
    (causeMonotonicNanoseconds, causeTime) = clock.moment(observed.causeNanoseconds)
    (receivedMonotonicNanoseconds, receivedTime) = clock.moment(observed.receivedNanoseconds)
    (admittedMonotonicNanoseconds, admittedTime) = clock.moment(observed.admittedNanoseconds)
    (writtenMonotonicNanoseconds, writtenTime) = clock.moment(observed.writtenNanoseconds)
    lostCount = observed.lost == 0 ? nil : Int(clamping: observed.lost)
    number = observed.number == 0 ? nil : observed.number
    identity = "\(observed.identity)"
    importance = observed.importance == .ordinary ? nil : "\(observed.importance)"
    endReason = observed.end?.name
    lateNanoseconds = Lateness(observed)?.late
    deadlineNanoseconds = Lateness(observed)?.deadline
  }
}
