internal import HapticPatterns
internal import MotorRendering

/// What of the vocabulary is still to be rendered for one motor and made resident, the first names first.
///
/// As many levels as the device has room for, and no more: what comes later would take the place of what comes first,
/// and all of the vocabulary would be rendered for nothing.
struct PreloadQueue {
  private var patterns: ArraySlice<SharedPattern>
  private let categories: [SharedPattern: Category]
  private let intensity: (Category) -> UInt16
  private var levels: [Drive.LeasedLevel] = []
  private let room: Int

  /// - Parameters:
  ///   - intensity: how strong each category is wanted, in 1/65535.
  ///   - slots: the share of the device's slots that is ours. One of them is left to the silence.
  init(_ catalogue: Catalogue, slots: Int, intensity: @escaping (Category) -> UInt16) {
    patterns = catalogue.patterns[...]
    categories = catalogue.categories
    self.intensity = intensity
    room = slots - 1
  }

  var isOver: Bool { patterns.isEmpty || levels.count >= room }

  /// The pattern that is next, and how strong it is wanted; nil once it is over.
  mutating func next() -> (SharedPattern, intensity: UInt16)? {
    guard !isOver, let pattern = patterns.popFirst() else { return nil }
    return (pattern, intensity(categories[pattern] ?? .touch))
  }

  /// Takes what a pattern was rendered to.
  ///
  /// - Returns: the levels that are to be made resident for it.
  mutating func add(_ palette: [Drive.LeasedLevel]) -> [Drive.LeasedLevel] {
    let fresh = palette.filter { !levels.contains($0) }.prefix(room - levels.count)
    levels += fresh
    return Array(fresh)
  }
}
