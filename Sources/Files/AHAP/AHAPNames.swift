package import HapticPatterns

/// The keys of an AHAP file.
package enum AHAPKey {
  package static let version = "Version"
  package static let metadata = "Metadata"
  package static let pattern = "Pattern"
  package static let event = "Event"
  package static let parameter = "Parameter"
  package static let parameterCurve = "ParameterCurve"
  package static let time = "Time"
  package static let eventType = "EventType"
  package static let eventDuration = "EventDuration"
  package static let eventParameters = "EventParameters"
  package static let waveformPath = "EventWaveformPath"
  package static let waveformUsesVolumeEnvelope = "EventWaveformUseVolumeEnvelope"
  package static let waveformLoopEnabled = "EventWaveformLoopEnabled"
  package static let parameterID = "ParameterID"
  package static let parameterValue = "ParameterValue"
  package static let controlPoints = "ParameterCurveControlPoints"
}

package enum AHAPEventType: String, CaseIterable {
  case transient = "HapticTransient"
  case continuous = "HapticContinuous"
  case audioContinuous = "AudioContinuous"
  case audioCustom = "AudioCustom"

  package var isHaptic: Bool { self == .transient || self == .continuous }
}

package enum AHAPEventParameter: String, CaseIterable {
  case intensity = "HapticIntensity"
  case sharpness = "HapticSharpness"
  case attack = "AttackTime"
  case decay = "DecayTime"
  case release = "ReleaseTime"
  case sustained = "Sustained"
  case volume = "AudioVolume"
  case pitch = "AudioPitch"
  case pan = "AudioPan"
  case brightness = "AudioBrightness"

  package var range: ClosedRange<Double> { self == .pitch || self == .pan ? -1...1 : 0...1 }

  package func applies(to type: AHAPEventType) -> Bool {
    switch self {
    case .intensity, .sharpness: type.isHaptic
    case .attack, .decay, .release, .sustained: type != .transient
    case .volume, .pitch, .pan, .brightness: !type.isHaptic
    }
  }
}

extension Control {
  /// The `ParameterID` in files.
  package var identifier: String {
    switch self {
    case .intensity: "HapticIntensityControl"
    case .sharpness: "HapticSharpnessControl"
    case .attack: "HapticAttackTimeControl"
    case .decay: "HapticDecayTimeControl"
    case .release: "HapticReleaseTimeControl"
    case .audioVolume: "AudioVolumeControl"
    case .audioBrightness: "AudioBrightnessControl"
    case .audioPan: "AudioPanControl"
    case .audioPitch: "AudioPitchControl"
    case .audioAttack: "AudioAttackTimeControl"
    case .audioDecay: "AudioDecayTimeControl"
    case .audioRelease: "AudioReleaseTimeControl"
    }
  }
}
