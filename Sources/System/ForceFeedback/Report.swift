internal import HapticSystem

/// A message from a node's thread to the loop.
enum Report: Sendable {
  case opened(Opened)
  case openFailed(Errno)
  /// The node hung up: it was unplugged, or access to it was revoked.
  case gone
  case written(Wanted, at: Instant)
  /// A level was out of date before it could be written.
  case skipped
  /// The node refused a level.
  case failed(Errno)
  /// An effect was made resident, or a stop confirmed.
  case prepared
  /// The node refused an effect that no level needs yet. The next level that needs it tries again.
  case unprepared(Errno)
}

/// The properties of an open node.
struct Opened: Sendable {
  let identity: NodeIdentity
  /// The number of effects that it holds, for all programs.
  let slots: Int
  /// The number of slots that this process uses at most.
  let capacity: Int
  /// Nil if the driver refuses every type of effect.
  let type: EffectType?
  /// Nil if the time of the last touch is unknown.
  let touch: TouchSensor?
}
