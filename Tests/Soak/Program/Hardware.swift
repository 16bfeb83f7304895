import HapticSystem
import VirtualDevices

/// The devices that come and go.
struct Hardware {
  private var devices: [Place]
  private(set) var plugs = 0
  /// How often a device did not come up, which an emulated machine that is busy takes too long for now and then.
  private(set) var failedPlugs = 0

  private struct Place {
    let device: any VirtualDevice
    let isResponsive: Bool
    var slots: Set<Int> = []
  }

  /// A motor that takes its levels at once, one that takes 50 ms for each, a pad whose driver is the kernel's, and one
  /// that never answers.
  init() {
    let shapes: [any DeviceShape] = [UinputShape.phoneMotor, UinputShape.slowMotor, UhidShape.dualSense]
    devices = shapes.map { Place(device: $0.make(), isResponsive: true) }
    devices.append(Place(device: UinputShape.silentMotor.make(), isResponsive: false))
  }

  /// Plugs or pulls one of them.
  mutating func change(_ random: inout SeededRandom) {
    let index = Int.random(in: devices.indices, using: &random)
    if devices[index].device.nodes.isEmpty { plug(index) } else { unplug(index) }
  }

  /// All that answer are plugged, and the other one is not.
  mutating func settle() throws {
    for index in devices.indices {
      if !devices[index].isResponsive {
        unplug(index)
      } else {
        for _ in 0..<5 where devices[index].device.nodes.isEmpty { plug(index) }
        if devices[index].device.nodes.isEmpty { throw RigError("\(devices[index].device.name) does not come up") }
      }
    }
  }

  /// All are pulled, and those that answer are plugged again.
  mutating func replug() throws {
    for index in devices.indices { unplug(index) }
    try settle()
  }

  private mutating func plug(_ index: Int) {
    devices[index].slots = []
    _ = devices[index].device.log.drain()
    do {
      try devices[index].device.plug()
      plugs += 1
    } catch {
      failedPlugs += 1
    }
  }

  private mutating func unplug(_ index: Int) {
    devices[index].device.unplug()
    devices[index].slots = []
    _ = devices[index].device.log.drain()
  }

  // MARK: What they saw

  /// Reads what the devices wrote down since the last call. Behind uinput that tells which slots are taken.
  mutating func look() {
    for index in devices.indices {
      for entry in devices[index].device.log.drain() {
        switch entry.event {
        case .answer(let id, nil): devices[index].slots.insert(Int(id))
        case .erase(let id): devices[index].slots.remove(id)
        default: break
        }
      }
    }
  }

  var slots: Int { devices.reduce(0) { $0 + $1.slots.count } }

  /// Those whose motors run.
  var running: [String] { devices.filter { $0.device.log.motors != .off }.map(\.device.name) }

  var nodes: Int { devices.count { !$0.device.nodes.isEmpty } }
}
