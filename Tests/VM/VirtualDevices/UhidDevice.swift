internal import CVirtualDevices
internal import Glibc
internal import HapticSystem
internal import Synchronization

/// A virtual HID device behind /dev/uhid, served by its own thread, because the driver sends requests while it binds,
/// after the creating write has returned.
package final class UhidDevice: VirtualDevice {
  package let shape: UhidShape
  package let log = DeviceLog()
  private let plugged = Monitor<Plugged?>(nil)

  private struct Plugged: Sendable {
    let descriptor: Int32
    let thread: ServiceThread
    let nodes: [String]
  }

  package init(_ shape: UhidShape) { self.shape = shape }

  deinit { unplug() }

  package var name: String { shape.name }
  package var nodes: [String] { plugged.withLock { $0?.nodes ?? [] } }

  package func plug() throws {
    guard nodes.isEmpty else { throw RigError("\(name) is plugged already") }
    try Kernel.load(shape.modules)
    let descriptor = try Kernel.open("/dev/uhid", O_RDWR | O_NONBLOCK)
    let service = Monitor(UhidService(shape: shape, descriptor: descriptor, log: log))
    let thread = ServiceThread(on: descriptor) { readable in service.withLock { $0.step(readable: readable) } }
    do {
      let port = nextPort()
      try create(descriptor, port: port)
      let folder = try hidFolder(port: port)
      let nodes = try shape.nodes.wait(for: name) { $0.contains("/\(folder)/") }
      plugged.withLock { $0 = Plugged(descriptor: descriptor, thread: thread, nodes: nodes) }
    } catch {
      thread.join()
      close(descriptor)
      throw error
    }
  }

  package func unplug() {
    guard let device = plugged.withLock({ $0.take() }) else { return }
    // The thread still serves requests, because the driver may send some while it unbinds.
    _ = vd_uhid_destroy(device.descriptor)
    device.thread.join()
    close(device.descriptor)
    log.record(motors: .off)
    shape.nodes.waitForRemoval(of: device.nodes)
  }

  private func create(_ descriptor: Int32, port: String) throws {
    let id = input_id(bustype: shape.bus, vendor: shape.vendor, product: shape.product, version: shape.version)
    let description = shape.reportDescriptor
    let result = vd_uhid_create(
      descriptor, name, port, shape.address, id, description, UInt16(description.count))
    guard result >= 0 else { throw RigError("\(name): create: \(Errno.last)") }
  }

  /// The folder of the device in sysfs, such as `0003:054C:0CE6.0001`, found by the port that was set at its
  /// creation.
  private func hidFolder(port: String) throws -> String {
    let parent = "/sys/devices/virtual/misc/uhid"
    var folder: String?
    let found = VirtualDevices.poll {
      folder = Kernel.names(in: parent).first { name in
        (try? Kernel.read("\(parent)/\(name)/uevent"))?.contains("HID_PHYS=\(port)\n") == true
      }
      return folder != nil
    }
    guard found, let folder else { throw RigError("\(name): no HID device in sysfs") }
    return folder
  }
}

private let ports = Atomic<Int>(0)

/// A unique name for the port of the next device.
private func nextPort() -> String {
  "hapticd-vm/\(getpid())/\(ports.add(1, ordering: .relaxed).newValue)"
}
