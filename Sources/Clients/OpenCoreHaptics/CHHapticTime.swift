// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The time "now" for `atTime:`. Apple: `CHHapticTimeImmediate`.
public let CHHapticTimeImmediate: TimeInterval = 0

/// The duration of an event without an end. Apple: `GCHapticDurationInfinite`.
public let GCHapticDurationInfinite: Float = .infinity

/// The id of a registered audio file. Apple: `CHHapticAudioResourceID`.
public typealias CHHapticAudioResourceID = Int

/// An option of a registered audio file. Apple: `CHHapticAudioResourceKey`.
public typealias CHHapticAudioResourceKey = String

/// Whether the volume envelope applies to the file; true by default. Accepted without effect.
public let CHHapticAudioResourceKeyUseVolumeEnvelope: CHHapticAudioResourceKey =
  "CHHapticAudioResourceKeyUseVolumeEnvelope"

/// Whether the file repeats; false by default. Accepted without effect.
public let CHHapticAudioResourceKeyLoopEnabled: CHHapticAudioResourceKey = "CHHapticAudioResourceKeyLoopEnabled"

/// Receives the end of a playback: nil, or the error that ended it.
/// Apple: `CHHapticAdvancedPatternPlayerCompletionHandler`.
public typealias CHHapticAdvancedPatternPlayerCompletionHandler = ((any Error)?) -> Void
