internal import HapticPatterns
internal import MotorRendering

/// Renders for one motor model, and caches the renderings of the vocabulary within limits in bytes: one for the strengths
/// in force, one for other strengths. Renderings of a client's own pattern are kept with its handle (`PreparedFeedback`).
///
/// A pattern whose rendering exceeds the budget of work, or for which the cache has no room, is rendered incrementally.
struct RenderCache {
  /// The number of strengths: more than a user can tell apart, and few enough that a client that sweeps the intensity
  /// soon finds existing renderings.
  static let strengths = 64
  /// The maximum of `usualBytes`, before the last rendering, and of `otherBytes`. The built-in themes need a sixteenth of it.
  static let limit = 128 << 10

  private struct Key: Hashable {
    var pattern: SharedPattern
    /// 0...`strengths`, for strengths from 0 to 1.
    var strength: Int
  }

  let model: MotorModel
  /// The strength in force of each category.
  private let currentStrengths: CategoryTable<Int>
  private var drives: [Key: Drive] = [:]
  /// Bytes of renderings at the strengths in force.
  private(set) var usualBytes = 0
  /// Bytes of renderings at other strengths.
  private(set) var otherBytes = 0

  /// - Parameter intensity: the strength in force of each category, in 1/65535.
  init(_ model: MotorModel, intensity: (Category) -> UInt16) {
    self.model = model
    currentStrengths = CategoryTable { Self.strength(of: intensity($0)) }
  }

  /// A pattern with its rendering, unless it is long; `intensity` is in 1/65535.
  mutating func content(_ pattern: SharedPattern, intensity: UInt16) -> Playback.Content {
    let strength = Self.strength(of: intensity)
    return Playback.Content(
      pattern: pattern, strength: Double(strength) / Double(Self.strengths),
      drive: pattern.isLong ? nil : drive(Key(pattern: pattern, strength: strength)))
  }

  private mutating func drive(_ key: Key) -> Drive? {
    if let known = drives[key] { return known }
    let usual = usualStrength(of: key.pattern)
    if usual == key.strength, usualBytes >= Self.limit { return nil }
    guard let drive = drive(key.pattern, Double(key.strength) / Double(Self.strengths)) else { return nil }
    // A client's own pattern is kept with its handle.
    guard let usual else { return drive }
    let bytes = MemoryCost.drive(drive)
    if usual == key.strength { usualBytes += bytes } else { makeRoom(for: bytes) }
    drives[key] = drive
    return drive
  }

  /// The strength in force of a pattern of the vocabulary, or nil for a client's own pattern.
  private func usualStrength(of pattern: SharedPattern) -> Int? {
    pattern.category.map { currentStrengths[$0] }
  }

  /// Renders a pattern. If that exceeds the budget, the result is nil and the pattern is rendered incrementally from then
  /// on.
  private func drive(_ pattern: SharedPattern, _ intensity: Double) -> Drive? {
    var work = WorkBudget(Self.budget)
    // A pattern of the vocabulary is kept as a rendering, and needs no score later.
    let score = pattern.category == nil ? pattern.score : Score(pattern.definition)
    let drive = model.drive(for: score, intensity: intensity, &work)
    if drive == nil { pattern.isLong = true }
    return drive
  }

  /// The work units for rendering a pattern whole: about 1 ms.
  private static let budget = 20_000

  private mutating func makeRoom(for bytes: Int) {
    if otherBytes + bytes > Self.limit {
      drives = drives.filter { usualStrength(of: $0.key.pattern) == $0.key.strength }
      otherBytes = 0
    }
    otherBytes += bytes
  }

  /// The strength, 0...1, at which an intensity in 1/65535 is played.
  static func share(of intensity: UInt16) -> Double { Double(strength(of: intensity)) / Double(strengths) }

  /// Rounds up, so that only zero gives zero.
  private static func strength(of intensity: UInt16) -> Int {
    (Int(intensity) * strengths + Int(UInt16.max) - 1) / Int(UInt16.max)
  }
}
