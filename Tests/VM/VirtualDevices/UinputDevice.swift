internal import CVirtualDevices
internal import Glibc
internal import HapticSystem

/// A virtual device behind /dev/uinput, served by its own thread.
///
/// The kernel queues at most 16 events for the reader and drops all of them at the seventeenth, so the thread only
/// reads, records and replies.
package final class UinputDevice: VirtualDevice {
  package let shape: UinputShape
  package let log = DeviceLog()
  private let plugged = Monitor<Plugged?>(nil)

  private struct Plugged: Sendable {
    let descriptor: Int32
    let thread: ServiceThread
    let nodes: [String]
  }

  package init(_ shape: UinputShape) { self.shape = shape }

  deinit { unplug() }

  package var name: String { shape.name }
  package var nodes: [String] { plugged.withLock { $0?.nodes ?? [] } }

  package func plug() throws {
    guard nodes.isEmpty else { throw RigError("\(name) is plugged already") }
    try Kernel.load(shape.modules)
    let descriptor = try Kernel.open("/dev/uinput", O_RDWR | O_NONBLOCK)
    do {
      try create(descriptor)
      let system = try systemName(descriptor)
      let service = Monitor(UinputService(shape: shape, descriptor: descriptor, log: log))
      let thread = ServiceThread(on: descriptor) { readable in service.withLock { $0.step(readable: readable) } }
      do {
        let nodes = try EventNodes.wait(for: name) { $0.contains("/\(system)/") }
        plugged.withLock { $0 = Plugged(descriptor: descriptor, thread: thread, nodes: nodes) }
      } catch {
        thread.join()
        throw error
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  package func unplug() {
    guard let device = plugged.withLock({ $0.take() }) else { return }
    device.thread.join()
    // Pending requests get ENODEV from the kernel.
    _ = vd_uinput_destroy(device.descriptor)
    close(device.descriptor)
    log.record(motors: .off)
    EventNodes.waitForRemoval(of: device.nodes)
  }

  /// Presses and releases a button.
  package func press(_ key: UInt16) throws {
    try tell(EV_KEY, key, 1)
    try tell(EV_KEY, key, 0)
  }

  package func move(_ axis: UInt16, to place: Int32) throws { try tell(EV_ABS, axis, place) }

  private func tell(_ type: Int32, _ code: UInt16, _ value: Int32) throws {
    guard let descriptor = plugged.withLock({ $0?.descriptor }) else { throw RigError("\(name) is not plugged") }
    guard vd_uinput_input(descriptor, UInt16(type), code, value) == 0 else { throw RigError("\(name): \(Errno.last)") }
  }

  private func create(_ descriptor: Int32) throws {
    func check(_ result: Int32, _ what: String) throws {
      if result < 0 { throw RigError("\(name): \(what): \(Errno.last)") }
    }
    try check(vd_uinput_set_event_type(descriptor, EV_FF), "EV_FF")
    for effect in shape.effects { try check(vd_uinput_set_effect(descriptor, Int32(effect)), "effect \(effect)") }
    for type in shape.eventTypes { try check(vd_uinput_set_event_type(descriptor, Int32(type)), "event \(type)") }
    if !shape.keys.isEmpty { try check(vd_uinput_set_event_type(descriptor, EV_KEY), "EV_KEY") }
    for key in shape.keys { try check(vd_uinput_set_key(descriptor, Int32(key)), "key \(key)") }
    if !shape.axes.isEmpty { try check(vd_uinput_set_event_type(descriptor, EV_ABS), "EV_ABS") }
    for axis in shape.axes {
      let (least, most) = (axis.range.lowerBound, axis.range.upperBound)
      try check(vd_uinput_set_axis(descriptor, Int32(axis.code), least, most), "axis \(axis.code)")
    }
    for property in shape.properties {
      try check(vd_uinput_set_property(descriptor, Int32(property)), "property \(property)")
    }
    let id = input_id(bustype: shape.bus, vendor: shape.vendor, product: shape.product, version: shape.version)
    try check(vd_uinput_create(descriptor, name, id, shape.slots), "create")
  }

  private func systemName(_ descriptor: Int32) throws -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    guard vd_uinput_system_name(descriptor, &buffer, buffer.count) >= 0 else {
      throw RigError("\(name): its name in sysfs: \(Errno.last)")
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
