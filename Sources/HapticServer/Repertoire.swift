internal import HapticPatterns
internal import HapticSystem
internal import MotorModel

/// The feedbacks as rendered for one motor. A rendering is made once and replayed from then on; the vocabulary at full
/// strength is there from the start.
struct Repertoire {
  /// Renderings beside the vocabulary's own, kept until this many have come together (an app that sweeps the
  /// intensity makes a few dozen).
  static let limit = 128

  private struct Key: Hashable {
    var name: ShortName
    var intensity: UInt16
  }

  let model: MotorModel
  private var drives: [Key: Drive] = [:]

  init(_ model: MotorModel, vocabulary: Vocabulary) {
    self.model = model
    for feedback in vocabulary.feedbacks { _ = drive(for: feedback, intensity: .max) }
  }

  /// The drive for a feedback; `intensity` is in 1/65535.
  mutating func drive(for feedback: Feedback, intensity: UInt16) -> Drive {
    let key = Key(name: feedback.name, intensity: intensity)
    if let known = drives[key] { return known }
    if drives.count >= Self.limit { drives = drives.filter { $0.key.intensity == .max } }
    let drive = model.drive(for: feedback.pattern, intensity: Double(intensity) / Double(UInt16.max))
    drives[key] = drive
    return drive
  }
}
