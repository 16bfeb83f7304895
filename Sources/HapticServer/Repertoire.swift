internal import HapticPatterns
internal import HapticSystem
internal import MotorModel

/// The feedbacks as rendered for one motor. A rendering is made once and replayed from then on; the vocabulary at full
/// strength is there from the start.
struct Repertoire {
  /// Intensities are told apart in this many steps: finer than a hand does, coarse enough that an app that sweeps the
  /// intensity soon meets renderings that are there.
  static let strengths = 64
  /// Renderings kept beside the vocabulary's own.
  private static let limit = 256

  private struct Key: Hashable {
    var name: ShortName
    /// From 0 for nothing to `strengths` for everything.
    var strength: Int
  }

  let model: MotorModel
  private var drives: [Key: Drive] = [:]

  init(_ model: MotorModel, vocabulary: Vocabulary) {
    self.model = model
    for feedback in vocabulary.feedbacks { _ = drive(for: feedback, intensity: .max) }
  }

  /// The drive for a feedback; `intensity` is in 1/65535.
  mutating func drive(for feedback: Feedback, intensity: UInt16) -> Drive {
    let key = Key(name: feedback.name, strength: Self.strength(of: intensity))
    if let known = drives[key] { return known }
    if drives.count >= Self.limit { drives = drives.filter { $0.key.strength == Self.strengths } }
    let drive = model.drive(for: feedback.pattern, intensity: Double(key.strength) / Double(Self.strengths))
    drives[key] = drive
    return drive
  }

  /// Rounded up, so that only nothing becomes nothing.
  private static func strength(of intensity: UInt16) -> Int {
    (Int(intensity) * strengths + Int(UInt16.max) - 1) / Int(UInt16.max)
  }
}
