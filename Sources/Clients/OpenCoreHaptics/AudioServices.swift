// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Dispatch
internal import Haptics

/// The id of a system sound. Apple: `SystemSoundID` of AudioToolbox.
public typealias SystemSoundID = UInt32

/// A vibration of 0.4 seconds. Apple: `kSystemSoundID_Vibrate` of AudioToolbox.
public let kSystemSoundID_Vibrate: SystemSoundID = 4095

/// Plays a vibration: `kSystemSoundID_Vibrate`, 1519 ("peek": `impact.light`), 1520 ("pop": `impact.heavy`) or 1521
/// ("nope": `error`). Does not wait; without a daemon, nothing happens. Other ids are sounds and play nothing, with one
/// warning per process.
///
/// Apple: `AudioServicesPlaySystemSound` of AudioToolbox.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  switch inSystemSoundID {
  case kSystemSoundID_Vibrate: HapticService.generators.vibrate()
  case 1519: HapticService.generators.play("impact.light")
  case 1520: HapticService.generators.play("impact.heavy")
  case 1521: HapticService.generators.play("error")
  default: Warning.systemSound.giveOnce()
  }
}

/// The same as `AudioServicesPlaySystemSound(_:)`. Apple: `AudioServicesPlayAlertSound` of AudioToolbox.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  AudioServicesPlaySystemSound(inSystemSoundID)
}

/// Plays a vibration, and calls a closure on a global queue after 0.4 seconds.
///
/// Apple: `AudioServicesPlaySystemSoundWithCompletion` of AudioToolbox.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
  AudioServicesPlaySystemSound(inSystemSoundID)
  guard let inCompletionBlock else { return }
  let handler = Handler(call: inCompletionBlock)
  DispatchQueue.global().asyncAfter(deadline: .now() + GeneratorService.vibrationTime / .seconds(1)) { handler.call() }
}
