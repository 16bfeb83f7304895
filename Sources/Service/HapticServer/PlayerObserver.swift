internal import HapticProtocol
internal import HapticSystem
internal import MotorDriving
internal import MotorRendering

/// Receives reports of a player.
protocol PlayerObserver: AnyObject {
  func player(_ player: Player, didWrite level: LeasedLevel, planned: Instant, written: Instant)
  /// A playback has ended. `didFinish` follows at once or, if the device's own thread must still write the stop, later.
  func player(_ player: Player, didEnd playback: EndedPlayback)
  func player(_ player: Player, didFinish playback: EndedPlayback, reason: FinishReason, at now: Instant)
  /// The first level of a playback was written. This may be long after the reply to the play.
  func player(_ player: Player, didStart playback: PlaybackRequest, at written: Instant)
  /// The device refused a queued level.
  func player(_ player: Player, didRefuse refusal: DeviceError)
  /// Reports a refused stop, and the result of writing it again.
  func player(_ player: Player, refusedStop news: RefusedStopNews)
}
