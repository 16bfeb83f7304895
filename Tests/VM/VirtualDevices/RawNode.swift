internal import CVirtualDevices
internal import Glibc
package import HapticSystem

/// A force feedback node, used without hapticd: the baseline of measurements, and the client of the rig's own tests.
package struct RawNode: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Opens a node for writing, without waiting.
  ///
  /// - Throws: the error of the kernel, such as `.permissionDenied`.
  package init(_ path: String) throws(Errno) {
    descriptor = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { throw .last }
  }

  deinit { close(descriptor) }

  /// The number of slots. The kernel request is `EVIOCGEFFECTS`.
  package var slots: Int {
    get throws(Errno) {
      var slots: Int32 = 0
      try check(vd_evdev_slots(descriptor, &slots))
      return Int(slots)
    }
  }

  /// The codes of `EV_FF` that the node shows. The kernel request is `EVIOCGBIT(EV_FF)`.
  package var effects: Set<UInt16> {
    get throws(Errno) {
      var bits = [UInt8](repeating: 0, count: 16)
      try check(vd_evdev_effects(descriptor, &bits))
      return Set((0..<128).filter { bits[Int($0) / 8] & 1 << ($0 % 8) != 0 })
    }
  }

  /// Uploads an effect, to a new slot if its id is -1. The kernel request is `EVIOCSFF`.
  ///
  /// - Returns: the slot.
  /// - Throws: the error of the input core or the driver: `.noSpace` if no slot is free.
  @discardableResult
  package func upload(_ effect: Effect) throws(Errno) -> Int {
    var raw = effect.raw
    try check(vd_evdev_upload(descriptor, &raw))
    return Int(raw.id)
  }

  /// Plays a slot with one write.
  package func play(_ slot: Int, count: Int32 = 1) throws(Errno) { try write(UInt16(slot), count) }

  /// Stops a slot with one write.
  package func stop(_ slot: Int) throws(Errno) { try write(UInt16(slot), 0) }

  /// Sets the gain of the device, which applies to all clients.
  package func setGain(_ gain: UInt16) throws(Errno) { try write(FF.gain, Int32(gain)) }

  /// Frees a slot. The kernel request is `EVIOCRMFF`.
  package func erase(_ slot: Int) throws(Errno) { try check(vd_evdev_erase(descriptor, Int32(slot))) }

  private func write(_ code: UInt16, _ value: Int32) throws(Errno) {
    var event = input_event()
    event.type = UInt16(EV_FF)
    event.code = code
    event.value = value
    guard Glibc.write(descriptor, &event, MemoryLayout<input_event>.size) >= 0 else { throw .last }
  }

  private func check(_ result: Int32) throws(Errno) { if result < 0 { throw .last } }
}
