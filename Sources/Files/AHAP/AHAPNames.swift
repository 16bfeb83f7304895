internal import HapticPatterns

/// The keys of an AHAP file.
enum AHAPKey {
  static let version = "Version"
  static let metadata = "Metadata"
  static let pattern = "Pattern"
  static let event = "Event"
  static let parameter = "Parameter"
  static let parameterCurve = "ParameterCurve"
  static let time = "Time"
  static let eventType = "EventType"
  static let eventDuration = "EventDuration"
  static let eventParameters = "EventParameters"
  static let waveformPath = "EventWaveformPath"
  static let waveformUsesVolumeEnvelope = "EventWaveformUseVolumeEnvelope"
  static let waveformLoopEnabled = "EventWaveformLoopEnabled"
  static let parameterID = "ParameterID"
  static let parameterValue = "ParameterValue"
  static let controlPoints = "ParameterCurveControlPoints"
}

/// The types of events.
enum AHAPEventType: String, CaseIterable {
  case transient = "HapticTransient"
  case continuous = "HapticContinuous"
  case audioContinuous = "AudioContinuous"
  case audioCustom = "AudioCustom"

  var isHaptic: Bool { self == .transient || self == .continuous }
}

/// The parameters of events.
enum AHAPEventParameter: String, CaseIterable {
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

  var range: ClosedRange<Double> { self == .pitch || self == .pan ? -1...1 : 0...1 }

  func applies(to type: AHAPEventType) -> Bool {
    switch self {
    case .intensity, .sharpness: type.isHaptic
    case .attack, .decay, .release, .sustained: type != .transient
    case .volume, .pitch, .pan, .brightness: !type.isHaptic
    }
  }
}

extension Control {
  /// The `ParameterID` in files.
  var identifier: String {
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
