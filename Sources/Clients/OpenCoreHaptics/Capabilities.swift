internal import AHAP
internal import Haptics
internal import Synchronization

/// The abilities of the devices that are connected when a question is asked, so that an application may keep this value.
struct Capabilities: CHHapticDeviceCapability, Sendable {
  var supportsAudio: Bool { false }

  func attributes(
    forEventParameter parameter: CHHapticEvent.ParameterID, eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes {
    try checkSupport()
    guard let knownType = type.known else {
      throw CHHapticError(.invalidEventType, "'\(type)' is not an event type")
    }
    guard let known = parameter.known, known.applies(to: knownType) else {
      throw CHHapticError(.invalidParameterType, "'\(parameter)' is not a parameter of \(type)")
    }
    return ParameterAttributes(range: known.range, defaultValue: parameter.defaultValue)
  }

  func attributes(
    forDynamicParameter parameter: CHHapticDynamicParameter.ID
  ) throws -> any CHHapticParameterAttributes {
    try checkSupport()
    let control = try parameter.control()
    return ParameterAttributes(range: control.range, defaultValue: Float(control.neutral))
  }

  private func checkSupport() throws(CHHapticError) { if !supportsHaptics { throw CHHapticError(.notSupported) } }

  /// Applications ask before each haptic; the answer is kept for a moment, because devices come and go.
  private static let lifetime = Duration.milliseconds(500)
  /// The limit of the wait, because applications ask on their main thread.
  private static let waitLimit = Duration.milliseconds(500)
  /// The time for which no question waits again if the daemon did not respond in time. Its late answer ends this time.
  private static let lifetimeAfterTimeout = Duration.seconds(30)
  private static let latest = Mutex<Answer?>(nil)

  private struct Answer: Equatable {
    var supportsHaptics: Bool
    var until: Instant
  }

  /// False without a daemon.
  var supportsHaptics: Bool {
    if let latest = Self.latest.withLock({ $0 }), Instant.now < latest.until { return latest.supportsHaptics }
    var records: [DeviceRecord] = []
    var lifetime = Self.lifetime
    let client = HapticService.generators.client
    do throws(ClientError) {
      records = try client.blocking.devices(timeout: Self.waitLimit)
    } catch {
      if case .timedOut = error { lifetime = Self.lifetimeAfterTimeout }
    }
    let answer = Answer(supportsHaptics: records.supportHaptics(), until: Instant.now + lifetime)
    Self.latest.withLock { $0 = answer }
    if lifetime == Self.lifetimeAfterTimeout { Self.awaitLateAnswer(of: client, replacing: answer) }
    return answer.supportsHaptics
  }

  /// Asks again without waiting, and forgets `answer` when the daemon responds, so that the next question asks it.
  private static func awaitLateAnswer(of client: HapticClient, replacing answer: Answer) {
    Task.detached {
      guard (try? await client.devices(timeout: lifetimeAfterTimeout)) != nil else { return }
      latest.withLock { if $0 == answer { $0 = nil } }
    }
  }

  static func forget() { latest.withLock { $0 = nil } }
}

private struct ParameterAttributes: CHHapticParameterAttributes, Sendable {
  let range: ClosedRange<Double>
  let defaultValue: Float

  var minValue: Float { Float(range.lowerBound) }
  var maxValue: Float { Float(range.upperBound) }
}

extension DeviceRecord {
  /// Whether the daemon plays on the device, or will in a moment.
  var isUsable: Bool { id != nil && (state == .ready || state == .opening) }
}

extension [DeviceRecord] {
  /// Whether a device can play, or any of them for nil.
  func supportHaptics(on device: DeviceID? = nil) -> Bool {
    contains { $0.isUsable && (device == nil || $0.id == device) }
  }
}
