internal import EventLoop
internal import ForceFeedback
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MotorRendering

/// The machine's force-feedback nodes, taken to the server as they come, change and go.
final class Devices {
  private let server: Server
  private let log: Log
  private var monitor: DeviceMonitor?
  private var actuators: [String: DeviceActuator] = [:]

  init(loop: EventLoop, server: Server, log: Log) throws(Errno) {
    self.server = server
    self.log = log
    let monitor = DeviceMonitor(loop) { [unowned self] change in
      switch change {
      case .added(let node), .changed(let node): update(node)
      case .removed(let node): remove(node)
      }
    }
    self.monitor = monitor
    try monitor.start()
  }

  /// Counts open nodes, also those of threads, until the kernel has closed them.
  var openNodes: OpenNodes? { monitor?.openNodes }

  /// Whether some node is still being opened by its thread.
  var isOpening: Bool { monitor?.nodes.contains { $0.state == .opening } ?? false }

  /// Stops every motor and lets go of every node.
  func close() {
    monitor?.close()
    monitor = nil
  }

  /// As `close`, and the server knows of no device any more: they may be others when the machine wakes up.
  func forget() {
    for actuator in actuators.values { server.remove(actuator.id) }
    actuators = [:]
    for node in monitor?.nodes ?? [] { server.setBystander(nil, at: node.description.path) }
    close()
  }

  private func update(_ node: Node) {
    let place = node.description.sysPath
    if let known = actuators[place], !known.drives(node.actuator) {
      actuators[place] = nil
      server.remove(known.id)
    }
    guard let device = node.actuator else {
      return server.setBystander(DeviceRecord(node), at: node.description.path)
    }
    server.setBystander(nil, at: node.description.path)
    if let known = actuators[place] { server.noteChange(of: known.id) } else { add(node, device) }
  }

  private func add(_ node: Node, _ device: EvdevActuator) {
    let name = node.description.identity.name
    let kind = MotorModel.Kind(node.description.kind)
    var model = MotorModel(properties: node.description.properties, default: kind) { warning in
      log.warning("\(name): \(warning); see 60-hapticd.hwdb")
    }
    model.playsWaves = device.type == .sine
    let actuator = DeviceActuator(server.nextDeviceID(), node, device, model: model)
    do throws(Errno) {
      try server.add(actuator)
      actuators[node.description.sysPath] = actuator
    } catch {
      log.error("\(name) cannot be driven: \(error)")
    }
  }

  private func remove(_ node: Node) {
    if let known = actuators.removeValue(forKey: node.description.sysPath) {
      server.remove(known.id)
    } else {
      server.setBystander(nil, at: node.description.path)
    }
  }
}
