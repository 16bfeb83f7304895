import Foundation
import Glibc
import HapticProtocol
import Haptics
import MotorCalibration
import MotorRendering
import ShakenSensor
import Synchronization
import TestSupport

/// A phone whose accelerometer, in a simulated sysfs, feels the levels that a daemon writes. Shaken by a thread until
/// this object is released.
final class ShakenPhone: Sendable {
  private let folder: TestFolder
  private let state = Mutex(State())
  private let client: HapticClient

  private struct State {
    var level = Level.off
    var writeCount = 0
    var isOver = false
    var isBroken = false
  }

  /// The folder of the sensor.
  var sensor: String { folder.path(of: "iio:device0") }

  init(_ device: ShakenDevice, _ daemon: Daemon) throws {
    folder = try TestFolder()
    for (name, text) in ["name": "accelerometer", "in_accel_scale": "0.001", "sampling_frequency": "250"] {
      try folder.write(text + "\n", to: "iio:device0/\(name)")
    }
    for axis in "xyz" { try folder.write("0\n", to: "iio:device0/in_accel_\(axis)_raw") }
    client = HapticClient(applicationName: "phone", socketPath: daemon.socket)
    client.onEvent { [weak self] event in
      if case .level(let change) = event { self?.note(change) }
    }
    client.monitor(.levels)
    _ = try client.blocking.devices(timeout: TestWait.limit)
    Thread.detachNewThread { [weak self] in
      var (device, sensor, last) = (device, Accelerometer(rate: 250), Instant.now)
      while let phone = self, !phone.state.withLock({ $0.isOver }) {
        phone.shake(&device, &sensor, &last)
        usleep(2500)
      }
    }
  }

  deinit { state.withLock { $0.isOver = true } }

  private func note(_ change: LevelChange) {
    state.withLock { state in
      state.level = Level(strong: change.strong, weak: change.weak)
      state.writeCount += 1
    }
  }

  /// Advances the phone to the present, and writes the values of its axes.
  private func shake(_ device: inout ShakenDevice, _ sensor: inout Accelerometer, _ last: inout Instant) {
    try? client.dispatch()
    device.set(state.withLock { $0.level })
    let now = Instant.now
    device.advance(milliseconds: min((now - last) / .milliseconds(1), 100))
    last = now
    let sample = sensor.sample(device.acceleration, at: .zero).acceleration
    let isBroken = state.withLock { $0.isBroken }
    for (axis, value) in [("x", sample.x), ("y", sample.y), ("z", sample.z)] {
      let number = isBroken ? "gone" : String(Int((value * 9806.65).rounded()))
      // In one write, without truncation: a reader never sees an empty file.
      let text = Array((number + String(repeating: " ", count: 8 - number.utf8.count) + "\n").utf8)
      let file = open(self.sensor + "/in_accel_\(axis)_raw", O_WRONLY)
      _ = write(file, text, text.count)
      close(file)
    }
  }

  /// From now on, the values are no numbers.
  func breakSensor() { state.withLock { $0.isBroken = true } }

  /// The number of levels that the daemon has written.
  var writeCount: Int { state.withLock { $0.writeCount } }

  /// Whether the motor is on, now or soon.
  var isOn: Bool { waits { !$0.isOff } }
  /// Whether the motor is off, now or soon.
  var isOff: Bool { waits { $0.isOff } }

  private func waits(_ holds: (Level) -> Bool) -> Bool {
    TestWait.until { holds(state.withLock { $0.level }) }
  }
}
