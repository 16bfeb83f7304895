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

/// An open node.
struct Opened: Hashable, Sendable {
  var identity: NodeIdentity
  var slots: Int
  /// The number of slots that this process uses at most.
  var capacity: Int
  /// Nil if the driver refuses every effect.
  var type: EffectType?
  /// Nil if the time of the last touch is unknown.
  var touch: TouchSensor?

  init(_ probe: Probe) {
    identity = probe.identity
    slots = probe.slots
    capacity = probe.bank?.capacity ?? 0
    type = probe.bank?.type
    touch = probe.touch
  }
}
