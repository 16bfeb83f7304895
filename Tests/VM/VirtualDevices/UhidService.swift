internal import CVirtualDevices
internal import Glibc
internal import HapticSystem

/// The work of the thread of a `UhidDevice`: answers the driver, sends input reports and reads the motors from
/// reports.
struct UhidService: Sendable {
  let shape: UhidShape
  let descriptor: Int32
  let log: DeviceLog
  private var data = [UInt8](repeating: 0, count: VD_UHID_DATA_MAX)
  /// The time of the next report of the stream; nil while the device is not open.
  private var nextInput: Instant?
  private var moving: (any MovingReport)?
  /// The feature reports as the driver has set them.
  private var features: [UInt8: [UInt8]]

  init(shape: UhidShape, descriptor: Int32, log: DeviceLog) {
    self.shape = shape
    self.descriptor = descriptor
    self.log = log
    moving = shape.moving
    features = shape.features
  }

  private var interval: Duration? { moving?.interval ?? shape.stream?.every }

  /// Processes the input and the due report. Returns the latest time of the next call, or nil.
  mutating func step(readable: Bool) -> Instant? {
    if readable { readEvents() }
    if let interval, let due = nextInput, due <= .now {
      if let report = moving?.report(at: .now) ?? shape.stream?.report { send(report) }
      nextInput = max(due + interval, .now)
    }
    return nextInput
  }

  private mutating func readEvents() {
    var event = vd_uhid_event()
    while vd_uhid_read(descriptor, &event, &data) >= 0 {
      let now = Instant.now
      switch event.kind {
      case VD_UHID_OPEN: if let interval, nextInput == nil { nextInput = now + interval }
      case VD_UHID_CLOSE: nextInput = nil
      case VD_UHID_OUTPUT: output(Array(data.prefix(Int(event.size))), at: now)
      case VD_UHID_SET:
        _ = vd_uhid_answer_set(descriptor, event.request, 0)
        let report = Array(data.prefix(Int(event.size)))
        if event.type == VD_UHID_FEATURE, features[event.report] != nil { features[event.report] = report }
        output(report, at: now)
      case VD_UHID_GET: answer(event, at: now)
      default: break
      }
    }
  }

  private mutating func output(_ report: [UInt8], at now: Instant) {
    log.record(.report(report), at: now)
    if let motors = shape.motors(report) {
      log.record(motors: motors, at: now)
      moving?.follow(motors, at: now)
    }
    if let reply = shape.conversation?(report) { send(reply) }
  }

  private mutating func answer(_ event: vd_uhid_event, at now: Instant) {
    let report = event.type == VD_UHID_INPUT_TYPE ? moving?.report(at: now) : features[event.report]
    if let report {
      _ = vd_uhid_answer_get(descriptor, event.request, 0, report, UInt16(report.count))
    } else {
      _ = vd_uhid_answer_get(descriptor, event.request, UInt16(EIO), nil, 0)
    }
  }

  private func send(_ report: [UInt8]) { _ = vd_uhid_input(descriptor, report, UInt16(report.count)) }
}
