internal import HapticPatterns

// The identifiers of Core Haptics in the words of hapticd.

extension CHHapticEvent.EventType {
  var isHaptic: Bool { self == .hapticTransient || self == .hapticContinuous }
  var isKnown: Bool { isHaptic || self == .audioContinuous || self == .audioCustom }
}

extension CHHapticEvent.ParameterID {
  /// The range; nil for an unknown parameter.
  var range: ClosedRange<Float>? {
    switch self {
    case .hapticIntensity, .hapticSharpness, .attackTime, .decayTime, .releaseTime, .sustained: 0...1
    case .audioVolume, .audioBrightness: 0...1
    case .audioPitch, .audioPan: -1...1
    default: nil
    }
  }

  var defaultValue: Float {
    switch self {
    case .hapticIntensity: Float(Event.defaultIntensity.rawValue)
    case .hapticSharpness: Float(Event.defaultSharpness.rawValue)
    case .sustained, .audioVolume, .audioBrightness: 1
    default: 0
    }
  }

  func applies(to type: CHHapticEvent.EventType) -> Bool {
    switch self {
    case .hapticIntensity, .hapticSharpness: type.isHaptic
    case .attackTime, .decayTime, .releaseTime, .sustained: type != .hapticTransient
    default: !type.isHaptic
    }
  }
}

extension CHHapticDynamicParameter.ID {
  private static let controls: [(id: Self, control: Control)] = [
    (.hapticIntensityControl, .intensity), (.hapticSharpnessControl, .sharpness), (.hapticAttackTimeControl, .attack),
    (.hapticDecayTimeControl, .decay), (.hapticReleaseTimeControl, .release), (.audioVolumeControl, .audioVolume),
    (.audioBrightnessControl, .audioBrightness), (.audioPanControl, .audioPan), (.audioPitchControl, .audioPitch),
    (.audioAttackTimeControl, .audioAttack), (.audioDecayTimeControl, .audioDecay),
    (.audioReleaseTimeControl, .audioRelease),
  ]

  /// Returns the control.
  ///
  /// - Throws: `invalidParameterType` for an unknown id.
  func control() throws(CHHapticError) -> Control {
    guard let control = Self.controls.first(where: { $0.id == self })?.control else {
      throw CHHapticError(.invalidParameterType, "'\(self)' is not a dynamic parameter")
    }
    return control
  }

  init(_ control: Control) {
    self = Self.controls.first { $0.control == control }?.id ?? .hapticIntensityControl
  }
}
