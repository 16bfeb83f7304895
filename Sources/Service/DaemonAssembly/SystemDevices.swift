internal import DesktopSession
internal import EventLoop
internal import ForceFeedback
internal import HapticProtocol
internal import HapticServer
internal import HapticSystem
internal import MotorRendering

/// Adds the force feedback nodes of the machine to the server, and updates and removes them. They are open while the
/// machine is awake, and closed while it sleeps.
final class SystemDevices {
  private var isEnabled: Bool
  private let server: Server
  private let measured: MeasuredMotors
  private let loop: EventLoop
  private let log: Log
  /// Nil before the start, during sleep, or without devices at all.
  private var monitor: DeviceMonitor?
  private var devices: [String: (id: DeviceID, motors: EvdevActuator)] = [:]
  /// The wait for closed devices, before the sleep of the machine or the end of the daemon.
  private var closing: DeviceCloseWait?

  /// - Parameter isEnabled: false for a daemon without devices; nothing is then opened.
  init(isEnabled: Bool, _ server: Server, _ motors: MeasuredMotors, loop: EventLoop, log: Log) {
    self.isEnabled = isEnabled
    self.server = server
    measured = motors
    self.loop = loop
    self.log = log
  }

  /// Adds the nodes to the server, now and as they appear.
  func open() throws(Errno) {
    guard isEnabled else { return }
    let monitor = DeviceMonitor(loop) { [unowned self] change in
      switch change {
      case .changed(let node): update(node)
      case .removed(let node): remove(node)
      }
    }
    self.monitor = monitor
    try monitor.start()
  }

  var isOpening: Bool { monitor?.nodes.contains { $0.state == .opening } ?? false }

  /// Stops all motors and closes all nodes, for good. The threads of slow devices need some time for their stops, and end with
  /// the process; the nodes of a process are closed one after the other, also behind one that does not respond.
  ///
  /// - Parameter finish: called once after that, or after two seconds.
  func end(then finish: @escaping () -> Void) {
    isEnabled = false
    close { [unowned self] areClosed in
      if !areClosed { log.warning("hapticd ends before a device has answered; its motor stops by itself") }
      finish()
    }
  }

  /// - Parameter onEnd: called once after all nodes are closed, or after two seconds.
  private func close(then onEnd: @escaping (_ areClosed: Bool) -> Void) {
    guard let monitor else { return onEnd(true) }
    // These include open nodes of other threads, until the kernel has closed them.
    let nodes = monitor.openNodes
    monitor.close()
    self.monitor = nil
    do throws(Errno) {
      closing = try DeviceCloseWait(loop, nodes) { [unowned self] areClosed in
        onEnd(areClosed)
        closing = nil
      }
    } catch {
      log.error("cannot wait until the devices are closed: \(error)")
      onEnd(false)
    }
  }

  // MARK: Sleep

  /// Closes all devices, and lets the machine sleep after that. Removes them from the server, because they can change
  /// while the machine sleeps.
  func sleep(_ lock: SleepLock) {
    guard let monitor else { return lock.release() }
    for device in devices.values { remove(device.id) }
    devices = [:]
    for node in monitor.nodes { server.setUnused(nil, at: node.description.path) }
    close { [unowned self] areClosed in
      if !areClosed {
        log.warning("the machine goes to sleep before a device has answered; its motor stops by itself")
      }
      lock.release()
    }
  }

  /// Opens the devices again.
  func wake() throws(Errno) {
    guard isEnabled else { return }
    closing = nil
    if monitor == nil { try open() }
  }

  // MARK: Nodes

  private func update(_ node: Node) {
    let place = node.description.sysPath
    // A node that was opened again has other motors.
    if let known = devices[place], known.motors !== node.actuator {
      devices[place] = nil
      remove(known.id)
    }
    guard let motors = node.actuator else {
      return server.setUnused(DeviceRecord(node), at: node.description.path)
    }
    server.setUnused(nil, at: node.description.path)
    if let known = devices[place] { server.noteChange(of: known.id) } else { add(node, motors) }
  }

  private func add(_ node: Node, _ motors: EvdevActuator) {
    let name = node.description.identity.name
    // A device of an unknown kind is treated as a vibrator.
    let kind = node.description.kind ?? .vibrator
    var model = MotorModel(properties: node.description.properties, default: kind) { warning in
      log.warning("\(name): \(warning); see 60-hapticd.hwdb")
    }
    model.playsWaves = motors.type == .sine
    let id = server.nextDeviceID()
    model = measured.model(model, of: id, named: name)
    server.add(Device(id, motors, model: model) { DeviceRecord(node, motors) })
    devices[node.description.sysPath] = (id, motors)
  }

  private func remove(_ id: DeviceID) {
    measured.remove(id)
    server.remove(id)
  }

  private func remove(_ node: Node) {
    if let known = devices.removeValue(forKey: node.description.sysPath) {
      remove(known.id)
    } else {
      server.setUnused(nil, at: node.description.path)
    }
  }
}

/// Waits until all devices are closed, without blocking the event loop. The limit for a device that does not respond
/// is two seconds: logind waits five seconds at most, and uploaded effects end by themselves within one.
final class DeviceCloseWait {
  private let onEnd: (_ areClosed: Bool) -> Void
  private let nodes: OpenNodes
  private var wakeup: Wakeup?
  private var timer: Timer?

  /// - Parameter onEnd: called once, from the event loop, after this initializer has returned.
  init(
    _ loop: EventLoop, _ nodes: OpenNodes, limit: Duration = .seconds(2), onEnd: @escaping (_ areClosed: Bool) -> Void
  ) throws(Errno) {
    self.onEnd = onEnd
    self.nodes = nodes
    wakeup = try loop.wakeup { [unowned self] in end() }
    timer = loop.timer { [unowned self] _ in end() }
    timer?.arm(at: .now + limit)
    if let trigger = wakeup?.trigger { nodes.signalWhenEmpty(trigger) }
  }

  private func end() {
    wakeup = nil
    timer = nil
    onEnd(nodes.isEmpty)
  }
}
