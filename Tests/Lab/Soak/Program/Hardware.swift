import HapticSystem
import TestSupport
import VirtualDevices

/// The devices that are plugged in and unplugged.
struct Hardware {
  private var devices: [Place]
  private(set) var plugs = 0
  /// The number of failed plugs; a busy emulated machine sometimes takes too long.
  private(set) var failedPlugs = 0

  private struct Place {
    let device: any VirtualDevice
    let isResponsive: Bool
    var slots: Set<Int> = []
  }

  /// A motor that accepts levels at once, one that needs 50 ms for each, a gamepad with a real kernel driver, and a
  /// device that never responds.
  init() {
    let shapes: [any DeviceShape] = [UinputShape.phoneMotor, UinputShape.slowMotor, UhidShape.dualSense]
    devices = shapes.map { Place(device: $0.make(), isResponsive: true) }
    devices.append(Place(device: UinputShape.silentMotor.make(), isResponsive: false))
  }

  /// Plugs in or unplugs a random device.
  mutating func change(_ random: inout SplitMix64) {
    let index = Int.random(in: devices.indices, using: &random)
    if devices[index].device.nodes.isEmpty { plug(index) } else { unplug(index) }
  }

  /// Plugs in all devices that respond, and unplugs the other one.
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

  /// Unplugs all devices and plugs those in that respond.
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

  // MARK: Records

  /// Reads the events since the last call. For uinput devices, they show the slots in use.
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

  /// The devices whose motors are on.
  var running: [String] { devices.filter { $0.device.log.motors != .off }.map(\.device.name) }

  var nodes: Int { devices.count { !$0.device.nodes.isEmpty } }
}
