internal import CHapticLinux
internal import DeviceRecordings
internal import HapticSystem

/// A force-feedback node to which effects are uploaded, and never played.
protocol TrialPort {
  /// Reads the number of effects that the node holds, for all programs together.
  func slotCount() throws(Errno) -> Int
  /// Uploads an effect to a new slot, and returns the slot.
  func upload(_ trial: TrialUpload) throws(Errno) -> Int16
  func erase(_ slot: Int16) throws(Errno)
}

/// An open node under /dev/input. Other programs, such as the daemon, keep using it: each has its own effects.
///
/// The kernel erases the effects of this process when the node is closed, also when the process is killed.
final class EvdevTrialPort: TrialPort {
  private let file: FileDescriptor

  /// Opens the node only for writing, which is enough for force feedback.
  init(path: String) throws(Errno) { file = try FileDescriptor.open(path, [.writeOnly, .nonBlocking]) }

  func describe() throws(Errno) -> (RecordedIdentity, NodeCapabilities) { try describeNode(file.rawValue) }

  /// The corresponding kernel request is `EVIOCGEFFECTS`.
  func slotCount() throws(Errno) -> Int {
    var slots: Int32 = 0
    _ = try retryingInterrupts { unsafe haptic_effect_slots(file.rawValue, &slots) }
    return Int(slots)
  }

  /// The corresponding kernel request is `EVIOCSFF`.
  func upload(_ trial: TrialUpload) throws(Errno) -> Int16 {
    var effect = unsafe ff_effect(trial)
    _ = try retryingInterrupts { unsafe haptic_upload_effect(file.rawValue, &effect) }
    return unsafe effect.id
  }

  /// The corresponding kernel request is `EVIOCRMFF`.
  func erase(_ slot: Int16) throws(Errno) {
    _ = try retryingInterrupts { haptic_erase_effect(file.rawValue, Int32(slot)) }
  }
}

extension ff_effect {
  /// A short effect at half strength: harmless even with a driver that would play it at once.
  fileprivate init(_ trial: TrialUpload) {
    let length: UInt16 = 100
    switch trial {
    case .rumble: unsafe self = haptic_rumble_effect(-1, 0x8000, 0x8000, length)
    case .constant: unsafe self = haptic_constant_effect(-1, 0x4000, length)
    case .square, .triangle, .sine, .sawUp, .sawDown:
      unsafe self = haptic_wave_effect(-1, trial.code, 0x4000, 6, length)
    }
  }
}
