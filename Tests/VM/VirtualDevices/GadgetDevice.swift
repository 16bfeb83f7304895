internal import Glibc
internal import HapticSystem

/// A virtual USB device: a gadget in configfs with one FunctionFS function, bound to the dummy controller.
///
/// A thread reads its packets with blocking calls of read(), because endpoint files cannot be polled. Unplugging ends
/// a read with ESHUTDOWN. A read that begins after that, or before the host has selected the configuration, returns
/// EAGAIN at once, because the file is non-blocking.
package final class GadgetDevice: VirtualDevice {
  package let shape: GadgetShape
  package let log = DeviceLog()
  private let plugged = Monitor<Plugged?>(nil)

  private struct Plugged: Sendable {
    let gadget: GadgetFolder
    let endpoint: Int32
    let thread: pthread_t
    let isOver: Monitor<Bool>
    let nodes: [String]
  }

  package init(_ shape: GadgetShape) { self.shape = shape }

  deinit { unplug() }

  package var name: String { shape.name }
  package var nodes: [String] { plugged.withLock { $0?.nodes ?? [] } }

  package func plug() throws {
    guard nodes.isEmpty else { throw RigError("\(name) is plugged already") }
    try Kernel.load(shape.modules)
    let gadget = try GadgetFolder(shape)
    let endpoint = try gadget.openOutput()
    try gadget.bind()
    let (log, motors, isOver) = (log, shape.motors, Monitor(false))
    let thread = startThread {
      readPackets(from: endpoint, until: { isOver.withLock { $0 } }, into: log, motors: motors)
    }
    do {
      let nodes = try EventNodes.wait(for: name) { $0.contains("/dummy_hcd.0/") }
      plugged.withLock {
        $0 = Plugged(gadget: gadget, endpoint: endpoint, thread: thread, isOver: isOver, nodes: nodes)
      }
    } catch {
      isOver.withLock { $0 = true }
      gadget.unbind()
      pthread_join(thread, nil)
      close(endpoint)
      gadget.remove()
      throw error
    }
  }

  package func unplug() {
    guard let device = plugged.withLock({ $0.take() }) else { return }
    device.isOver.withLock { $0 = true }
    device.gadget.unbind()
    pthread_join(device.thread, nil)
    close(device.endpoint)
    device.gadget.remove()
    log.record(motors: .off)
    EventNodes.waitForRemoval(of: device.nodes)
  }
}

private func readPackets(
  from endpoint: Int32, until isOver: () -> Bool, into log: DeviceLog, motors: @Sendable ([UInt8]) -> MotorState?
) {
  var buffer = [UInt8](repeating: 0, count: 64)
  while true {
    let count = read(endpoint, &buffer, buffer.count)
    let now = Instant.now
    if count < 0 {
      if isOver() { return }
      usleep(1000)
      continue
    }
    let packet = Array(buffer[..<count])
    log.record(.report(packet), at: now)
    if let state = motors(packet) { log.record(motors: state, at: now) }
  }
}
