internal import HapticPatterns
internal import HapticSystem
internal import MotorRendering

/// Renders for one motor, and caches the renderings of the vocabulary: at the strength in force for good, at others
/// within a limit in bytes. Renderings of a client's own pattern live with its handle (`Prepared`).
struct RenderCache {
  /// Intensities are told apart in this many steps: finer than a hand does, coarse enough that an app that sweeps the
  /// intensity soon meets renderings that are there.
  static let strengths = 64
  /// Bytes of renderings at other strengths than the one in force.
  private static let limit = 128 << 10

  private struct Key: Hashable {
    var pattern: SharedPattern
    /// From 0 for nothing to `strengths` for everything.
    var strength: Int
  }

  let model: MotorModel
  private let standing: [SharedPattern: Int]
  private var drives: [Key: Drive] = [:]
  /// Bytes of those at other strengths.
  private(set) var passing = 0

  /// - Parameter intensity: how strong each category is wanted, in 1/65535.
  init(_ model: MotorModel, _ catalogue: Catalogue, intensity: (Category) -> UInt16) {
    self.model = model
    standing = catalogue.categories.mapValues { Self.strength(of: intensity($0)) }
  }

  /// A pattern to be played; `intensity` is in 1/65535. With its rendering, unless it is long.
  mutating func content(_ pattern: SharedPattern, intensity: UInt16) -> Playback.Content {
    let strength = Self.strength(of: intensity)
    return Playback.Content(
      pattern: pattern, strength: Double(strength) / Double(Self.strengths),
      drive: pattern.isLong ? nil : drive(Key(pattern: pattern, strength: strength)))
  }

  private mutating func drive(_ key: Key) -> Drive? {
    if let known = drives[key] { return known }
    let intensity = Double(key.strength) / Double(Self.strengths)
    guard let usual = standing[key.pattern] else { return drive(key.pattern, intensity) }
    let drive = model.drive(for: key.pattern.definition, intensity: intensity)
    if usual != key.strength { makeRoom(for: MemoryCost.drive(drive)) }
    drives[key] = drive
    return drive
  }

  /// Renders a client's own pattern. Where that takes long, it is rendered while it plays from now on.
  private func drive(_ pattern: SharedPattern, _ intensity: Double) -> Drive? {
    var work = WorkBudget(Self.budget)
    let drive = model.drive(for: pattern.score, intensity: intensity, &work)
    if drive == nil { pattern.isLong = true }
    return drive
  }

  /// For rendering a client's own pattern whole: about a millisecond.
  private static let budget = 20_000

  private mutating func makeRoom(for bytes: Int) {
    if passing + bytes > Self.limit {
      drives = drives.filter { standing[$0.key.pattern] == $0.key.strength }
      passing = 0
    }
    passing += bytes
  }

  /// The strength that is played for an intensity in 1/65535, 0...1.
  static func share(of intensity: UInt16) -> Double { Double(strength(of: intensity)) / Double(strengths) }

  /// Rounded up, so that only nothing becomes nothing.
  private static func strength(of intensity: UInt16) -> Int {
    (Int(intensity) * strengths + Int(UInt16.max) - 1) / Int(UInt16.max)
  }
}
