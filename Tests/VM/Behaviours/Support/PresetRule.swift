internal import Haptics
internal import MotorRendering
internal import VirtualDevices

/// Makes the daemon use the model of a preset motor for the devices that are plugged in later, as an administrator
/// could.
struct PresetRule {
  private let rule: UdevRule

  init(_ preset: String) throws {
    guard let model = MotorModel.presets[preset] else { throw RigError("no motor \(preset)") }
    let settings = Self.properties(of: model).map { "ENV{\($0)}=\"\($1)\"" }
    rule = try UdevRule((["ENV{HAPTIC_CLASS}==\"?*\""] + settings).joined(separator: ", "))
  }

  func remove() { rule.remove() }

  private static func properties(of model: MotorModel) -> [(String, String)] {
    func milliseconds(_ duration: Duration) -> String { "\(duration / .milliseconds(1))" }
    var properties = [
      ("HAPTIC_MOTORS", "\(model.motorCount)"), ("HAPTIC_ON_OFF", model.isOnOff ? "1" : "0"),
      ("HAPTIC_RISE_MS", milliseconds(model.strong.rise)), ("HAPTIC_FALL_MS", milliseconds(model.strong.fall)),
      ("HAPTIC_DEADBAND", "\(model.deadband * 100)"), ("HAPTIC_SHORTEST_MS", milliseconds(model.shortestPulse)),
      ("HAPTIC_INTERVAL_MS", milliseconds(model.minimumInterval)), ("HAPTIC_FLOOR", "\(model.floor)"),
      ("HAPTIC_CEILING", "\(model.ceiling)"),
    ]
    if let weak = model.weak {
      properties += [
        ("HAPTIC_WEAK_RISE_MS", milliseconds(weak.rise)), ("HAPTIC_WEAK_FALL_MS", milliseconds(weak.fall)),
      ]
    }
    return properties
  }
}
