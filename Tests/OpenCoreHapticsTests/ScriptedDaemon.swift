import Dispatch
import FakeDaemon
import HapticProtocol
import Haptics
import Synchronization

@testable import OpenCoreHaptics

/// A daemon with devices of the test. It sends the test's events after each play.
final class ScriptedDaemon: Sendable {
  private struct Script {
    var devices: [DeviceRecord]
    var events: [DaemonEvent] = []
    var played: [Request.Play] = []
    var received: [Request] = []
    var answersPlays = true
    var hangs = false
  }

  private let path = SocketPath()
  private let script: Mutex<Script>
  private let daemon = Mutex<AnsweringDaemon?>(nil)
  private let gate = DispatchSemaphore(value: 0)

  init(devices: [DeviceRecord]) throws {
    script = Mutex(Script(devices: devices))
    let answering = try AnsweringDaemon(at: path) { [weak self] packet in self?.answer(packet) ?? [] }
    daemon.withLock { $0 = answering }
    HapticService.use(socketPath: path.path)
  }

  /// Ends the daemon. Release all engines first.
  func end() throws {
    HapticService.use(socketPath: "/nonexistent/socket")
    try daemon.withLock { try $0?.stop() }
  }

  /// Disconnects the generators: the daemon serves one client after the other.
  func dropGenerators() { HapticService.use(socketPath: path.path) }

  var devices: [DeviceRecord] {
    get { script.withLock { $0.devices } }
    set { script.withLock { $0.devices = newValue } }
  }

  var played: [Request.Play] { script.withLock { $0.played } }

  /// All requests that the daemon has read.
  var received: [Request] { script.withLock { $0.received } }

  /// The changes of controls that the daemon has read.
  var modulations: [Request.Modulate] {
    received.compactMap { if case .modulate(let modulate) = $0 { modulate } else { nil } }
  }

  /// Stops reading after the next packet, until `resume()`.
  func hang() { script.withLock { $0.hangs = true } }

  func resume() {
    script.withLock { $0.hangs = false }
    gate.signal()
  }

  /// Leaves all plays without a verdict.
  func ignorePlays() { script.withLock { $0.answersPlays = false } }

  /// Sends events after the next play.
  func sendAfterPlay(_ events: [DaemonEvent]) { script.withLock { $0.events = events } }

  private func answer(_ packet: RequestPacket) -> [DaemonPacket] {
    if script.withLock({ $0.hangs }) { gate.wait() }
    script.withLock { $0.received.append(packet.request) }
    switch packet.request {
    case .query(let query) where query.body is DevicesQuery:
      return packet.answers(DevicesQuery.self, DeviceList(records: devices))
    case .play(let play):
      let (isAnswered, events) = script.withLock { script in
        script.played.append(play)
        defer { script.events = [] }
        return (script.answersPlays, script.events)
      }
      return (isAnswered ? AnsweringDaemon.agreeable(packet) : []) + events.map { .event($0) }
    default: return AnsweringDaemon.agreeable(packet)
    }
  }
}

extension DeviceRecord {
  static func device(_ number: UInt32, _ kind: Kind, motors: UInt8 = 1, isOnOff: Bool = false, state: State = .ready)
    -> DeviceRecord
  {
    DeviceRecord(
      id: DeviceID(rawValue: number), state: state, driver: .memless, effect: .rumble, kind: kind,
      motor: MotorProperties(motors: motors, isOnOff: isOnOff), name: "device \(number)",
      path: "/dev/input/event\(number)")
  }
}
