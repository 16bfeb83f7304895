internal import AHAP
internal import HapticPatterns

// The identifiers of Core Haptics in the words of hapticd. Unknown ones have none.

extension CHHapticEvent.EventType {
  var known: AHAPEventType? { AHAPEventType(rawValue: rawValue) }
  var isHaptic: Bool { known?.isHaptic == true }
}

extension CHHapticEvent.ParameterID {
  var known: AHAPEventParameter? { AHAPEventParameter(rawValue: rawValue) }

  var defaultValue: Float {
    switch self {
    case .hapticIntensity: Float(Event.defaultIntensity.rawValue)
    case .hapticSharpness: Float(Event.defaultSharpness.rawValue)
    case .sustained, .audioVolume, .audioBrightness: 1
    default: 0
    }
  }
}

extension CHHapticDynamicParameter.ID {
  /// Returns the control.
  ///
  /// - Throws: `invalidParameterType` for an unknown id.
  func control() throws(CHHapticError) -> Control {
    guard let control = Control.allCases.first(where: { $0.identifier == rawValue }) else {
      throw CHHapticError(.invalidParameterType, "'\(self)' is not a dynamic parameter")
    }
    return control
  }

  init(_ control: Control) { self.init(rawValue: control.identifier) }
}
