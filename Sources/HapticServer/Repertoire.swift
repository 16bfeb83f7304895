internal import HapticPatterns
internal import HapticSystem
internal import MotorModel

/// What was rendered for one motor. A rendering is made when it is first wanted and replayed from then on; those of the
/// vocabulary, as strong as it is wanted, stay for good.
struct Repertoire {
  /// Intensities are told apart in this many steps: finer than a hand does, coarse enough that an app that sweeps the
  /// intensity soon meets renderings that are there.
  static let strengths = 64
  /// Renderings kept beside the vocabulary's own.
  private static let limit = 256

  private struct Key: Hashable {
    /// Held, so that no other takes its place in memory while the rendering is kept.
    var composition: Composition
    /// From 0 for nothing to `strengths` for everything.
    var strength: Int
  }

  let model: MotorModel
  private let standing: [Composition: Int]
  private var drives: [Key: Drive] = [:]

  /// - Parameter intensity: how strong each category is wanted, in 1/65535.
  init(_ model: MotorModel, _ catalogue: Catalogue, intensity: (Category) -> UInt16) {
    self.model = model
    standing = catalogue.categories.mapValues { Self.strength(of: intensity($0)) }
  }

  /// A composition to be played; `intensity` is in 1/65535. With its rendering, unless it is long.
  mutating func content(_ composition: Composition, intensity: UInt16) -> Playback.Content {
    let strength = Self.strength(of: intensity)
    return Playback.Content(
      composition: composition, strength: Double(strength) / Double(Self.strengths),
      drive: composition.isLong ? nil : drive(Key(composition: composition, strength: strength)))
  }

  private mutating func drive(_ key: Key) -> Drive {
    if let known = drives[key] { return known }
    if drives.count >= Self.limit + standing.count { drives = drives.filter { isStanding($0.key) } }
    let drive = model.drive(for: key.composition.pattern, intensity: Double(key.strength) / Double(Self.strengths))
    drives[key] = drive
    return drive
  }

  private func isStanding(_ key: Key) -> Bool { standing[key.composition] == key.strength }

  /// The strength that is played for an intensity in 1/65535, 0...1.
  static func share(of intensity: UInt16) -> Double { Double(strength(of: intensity)) / Double(strengths) }

  /// Rounded up, so that only nothing becomes nothing.
  private static func strength(of intensity: UInt16) -> Int {
    (Int(intensity) * strengths + Int(UInt16.max) - 1) / Int(UInt16.max)
  }
}
