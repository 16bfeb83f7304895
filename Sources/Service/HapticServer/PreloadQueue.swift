internal import HapticPatterns
internal import MotorRendering

/// The patterns of the vocabulary that are still to be rendered for one motor and made resident, in the order of the
/// vocabulary.
///
/// The queue ends when the device has no room for more levels: later levels would replace earlier ones, and the rest of
/// the vocabulary would be rendered in vain.
struct PreloadQueue {
  private var patterns: ArraySlice<SharedPattern>
  private let categories: [SharedPattern: Category]
  private let intensity: (Category) -> UInt16
  private var levels: [LeasedLevel] = []
  private let room: Int

  /// - Parameters:
  ///   - intensity: the strength of each category, in 1/65535.
  ///   - slots: the daemon's share of the device's slots; one of them holds the effect that silences
  ///     the device.
  init(_ catalogue: Catalogue, slots: Int, intensity: @escaping (Category) -> UInt16) {
    patterns = catalogue.patterns[...]
    categories = catalogue.categories
    self.intensity = intensity
    room = slots - 1
  }

  var isOver: Bool { patterns.isEmpty || levels.count >= room }

  /// The next pattern and its strength in 1/65535, or nil at the end.
  mutating func next() -> (SharedPattern, intensity: UInt16)? {
    guard !isOver, let pattern = patterns.popFirst() else { return nil }
    return (pattern, intensity(categories[pattern] ?? .touch))
  }

  /// Adds the levels of a rendered pattern.
  ///
  /// - Returns: the levels among them that are to be made resident.
  mutating func add(_ palette: [LeasedLevel]) -> [LeasedLevel] {
    let fresh = palette.filter { !levels.contains($0) }.prefix(room - levels.count)
    levels += fresh
    return Array(fresh)
  }
}
