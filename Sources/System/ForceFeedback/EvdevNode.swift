internal import CHapticLinux
internal import HapticSystem

/// An open node under /dev/input.
final class EvdevNode: NodePort {
  private var file: FileDescriptor?
  /// The path to read input events from; nil if they are not of interest.
  private let touchPath: String?
  private let openNodes: OpenNodes
  let descriptor: Int32

  /// Opens the node only for writing, which is enough for force feedback: no input event wakes the process.
  ///
  /// - Parameter hasTouch: whether the time of the last touch is of interest, for which the node is opened again.
  /// - Throws: `.permissionDenied`, `.noSuchFile` or `.noDevice`.
  init(path: String, hasTouch: Bool, openNodes: OpenNodes) throws(Errno) {
    let file = try FileDescriptor.open(path, [.writeOnly, .nonBlocking])
    descriptor = file.rawValue
    self.file = consume file
    touchPath = hasTouch ? path : nil
    self.openNodes = openNodes
    openNodes.enter()
  }

  deinit {
    guard let file = file.take() else { return }
    Reaper.close(file) { [openNodes] in openNodes.leave() }
  }

  func identify() throws(Errno) -> NodeIdentity { try NodeIdentity(describing: descriptor) }

  /// The corresponding kernel request is `EVIOCGEFFECTS`.
  func slotCount() throws(Errno) -> Int {
    var slots: Int32 = 0
    _ = try retryingInterrupts { unsafe haptic_effect_slots(descriptor, &slots) }
    return Int(slots)
  }

  /// The corresponding kernel request is `EVIOCSFF`; see Documentation/input/ff.rst.
  func upload(_ upload: Upload) throws(Errno) -> Int16 {
    var effect = unsafe ff_effect(upload)
    _ = try retryingInterrupts { unsafe haptic_upload_effect(descriptor, &effect) }
    return unsafe effect.id
  }

  /// The corresponding kernel request is `EVIOCRMFF`.
  func erase(_ slot: Int16) throws(Errno) {
    _ = try retryingInterrupts { haptic_erase_effect(descriptor, Int32(slot)) }
  }

  /// The kernel waits for the lock of the node until a signal comes, and then writes everything or nothing; see
  /// `evdev_write` in drivers/input/evdev.c.
  func write(_ first: Command, _ second: Command?, _ limit: WriteLimit) throws(Errno) {
    let count: Int32 = second == nil ? 1 : 2
    let second = second ?? first
    let send = {
      haptic_write_events(self.descriptor, count, first.code, first.value, second.code, second.value)
    }
    switch limit {
    case .unlimited: _ = try retryingInterrupts(send)
    case .brief: if try CallLimit.run(send) < 0 { throw .last }
    }
  }

  func listen() -> (any TouchPort)? { touchPath.flatMap { EvdevTouch(path: $0) } }

  func wait(_ duration: Duration) { haptic_sleep(duration.wholeNanoseconds) }
}

extension Command {
  fileprivate var code: UInt16 {
    switch self {
    case .play(let slot), .stop(let slot): UInt16(bitPattern: slot)
    case .fullGain: UInt16(FF_GAIN)
    }
  }

  fileprivate var value: Int32 {
    switch self {
    case .play: 1
    case .stop: 0
    case .fullGain: 0xffff
    }
  }
}

extension ff_effect {
  /// A new effect has the id -1. The 16 bits of a magnitude become the 15 of a sine's amplitude or of a constant's
  /// level.
  fileprivate init(_ upload: Upload) {
    let effect = upload.effect
    let id = upload.slot ?? -1
    switch upload.type {
    case .rumble:
      unsafe self = haptic_rumble_effect(
        id, effect.level.strong, effect.level.weak, effect.lease.milliseconds)
    case .sine:
      unsafe self = haptic_wave_effect(
        id, UInt16(FF_SINE), Int16(effect.level.strong >> 1), UInt16(effect.level.periodMilliseconds),
        effect.lease.milliseconds)
    case .constant:
      unsafe self = haptic_constant_effect(id, Int16(effect.level.strong >> 1), effect.lease.milliseconds)
    }
  }
}
