/// The type of effects that a node accepts, proved by an upload: some drivers accept less than their capability bits
/// say.
public enum EffectType: Sendable {
  /// `FF_RUMBLE`: two level.
  case rumble
  /// `FF_PERIODIC` with `FF_SINE`: one magnitude, the larger of the two, and a period.
  case sine
}

/// The arguments of an upload.
struct Upload: Hashable, Sendable {
  var type: EffectType
  var effect: LeasedLevel
  /// The slot to change; nil for a new one.
  var slot: Int16?
}

/// An event written to the node. The corresponding kernel structure is `input_event` of type `EV_FF`.
enum Command: Hashable, Sendable {
  case play(Int16)
  case stop(Int16)
  /// The device's overall gain, full.
  case fullGain
}
