internal import AHAP
internal import Foundation
internal import Haptics
internal import Synchronization

/// The abilities of the connected devices.
struct Capabilities: CHHapticDeviceCapability, Sendable {
  let supportsHaptics: Bool
  var supportsAudio: Bool { false }

  /// The abilities of one device, or of all for nil.
  init(_ records: [DeviceRecord], of device: DeviceID? = nil) {
    supportsHaptics = records.contains { $0.isUsable && (device == nil || $0.id == device) }
  }

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

extension Capabilities {
  /// Applications ask before each haptic; the answer is kept for a moment, because devices come and go.
  private static let lifetime = Duration.milliseconds(500)
  /// The limit of the wait, because applications ask on their main thread.
  private static let waitLimit = Duration.milliseconds(500)
  /// The time for which the answer is kept if the daemon did not respond in time.
  private static let lifetimeAfterTimeout = Duration.seconds(30)
  private static let latest = Mutex<(capabilities: Capabilities, until: Instant)?>(nil)

  /// The abilities of all connected devices; none without a daemon.
  static var current: Capabilities {
    if let latest = latest.withLock({ $0 }), Instant.now < latest.until { return latest.capabilities }
    var records: [DeviceRecord] = []
    var lifetime = lifetime
    do throws(ClientError) {
      records = try HapticService.generators.client.blocking.devices(timeout: waitLimit)
    } catch {
      if case .timedOut = error { lifetime = lifetimeAfterTimeout }
    }
    let answer = (capabilities: Capabilities(records), until: Instant.now + lifetime)
    latest.withLock { $0 = answer }
    return answer.capabilities
  }

  static func forget() { latest.withLock { $0 = nil } }
}

/// The abilities of the devices that are connected when a question is asked, so that an application may keep this value.
struct PresentCapabilities: CHHapticDeviceCapability, Sendable {
  var supportsHaptics: Bool { Capabilities.current.supportsHaptics }
  var supportsAudio: Bool { Capabilities.current.supportsAudio }

  func attributes(
    forEventParameter parameter: CHHapticEvent.ParameterID, eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes {
    try Capabilities.current.attributes(forEventParameter: parameter, eventType: type)
  }

  func attributes(
    forDynamicParameter parameter: CHHapticDynamicParameter.ID
  ) throws -> any CHHapticParameterAttributes {
    try Capabilities.current.attributes(forDynamicParameter: parameter)
  }
}
