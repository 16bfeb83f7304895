internal import CVirtualDevices
internal import Glibc
internal import HapticSystem

/// The work of the thread of a `UinputDevice`: reads the kernel's events, answers its requests and updates the
/// motors.
struct UinputService: Sendable {
  let shape: UinputShape
  let descriptor: Int32
  let log: DeviceLog
  private var mixer: MemlessMixer
  /// Uploads whose answer is delayed, earliest first.
  private var pending: [(due: Instant, request: UInt32, effect: Effect)] = []

  init(shape: UinputShape, descriptor: Int32, log: DeviceLog) {
    self.shape = shape
    self.descriptor = descriptor
    self.log = log
    mixer = MemlessMixer(endsByItself: shape.endsByItself)
  }

  /// Processes the input and the due answers. Returns the latest time of the next call, or nil.
  mutating func step(readable: Bool) -> Instant? {
    if readable { readEvents() }
    let now = Instant.now
    while let first = pending.first, first.due <= now {
      pending.removeFirst()
      end(first.request, first.effect)
    }
    mixer.advance(to: now)
    log.record(motors: mixer.motors)
    return [mixer.nextEnd, pending.first?.due].compactMap { $0 }.min()
  }

  private mutating func readEvents() {
    var event = input_event()
    while read(descriptor, &event, MemoryLayout<input_event>.size) == MemoryLayout<input_event>.size {
      let now = Instant.now
      switch Int32(event.type) {
      case Int32(VD_EV_UINPUT) where event.code == VD_UPLOAD:
        upload(UInt32(bitPattern: event.value), at: now)
      case Int32(VD_EV_UINPUT) where event.code == VD_ERASE:
        erase(UInt32(bitPattern: event.value), at: now)
      case EV_FF: force(Int(event.code), event.value, at: now)
      default: break
      }
      log.record(motors: mixer.motors, at: now)
    }
  }

  private mutating func force(_ code: Int, _ value: Int32, at now: Instant) {
    switch code {
    case Int(FF.gain):
      log.record(.gain(UInt16(clamping: value)), at: now)
      mixer.setGain(UInt16(clamping: value))
    case Int(FF.autocenter): break
    default:
      log.record(value > 0 ? .play(id: code, count: value) : .stop(id: code), at: now)
      if value > 0 { mixer.play(code, count: value, at: now) } else { mixer.stop(code) }
    }
  }

  private mutating func upload(_ request: UInt32, at now: Instant) {
    var raw = ff_effect()
    guard vd_uinput_begin_upload(descriptor, request, &raw) >= 0 else { return }
    let effect = Effect(raw)
    log.record(.upload(effect), at: now)
    switch shape.answer {
    case .promptly: end(request, effect)
    case .after(let delay): pending.append((now + delay, request, effect))
    case .never: break
    }
  }

  private mutating func end(_ request: UInt32, _ effect: Effect) {
    let refusal = shape.refusals[effect.type] ?? effect.waveform.flatMap { shape.refusals[$0] }
    if refusal == nil { mixer.upload(effect) }
    log.record(.answer(id: effect.id, refusal))
    _ = vd_uinput_end_upload(descriptor, request, -(refusal?.rawValue ?? 0))
  }

  private mutating func erase(_ request: UInt32, at now: Instant) {
    var id: UInt32 = 0
    guard vd_uinput_begin_erase(descriptor, request, &id) >= 0 else { return }
    log.record(.erase(id: Int(id)), at: now)
    mixer.erase(Int(id))
    if shape.answer != .never { _ = vd_uinput_end_erase(descriptor, request, 0) }
  }
}
