internal import HapticPatterns

/// The vocabulary as the server plays it: names that mean the same pattern share its rendering.
struct Catalogue {
  let vocabulary: Vocabulary
  /// Every pattern once, in the order of the vocabulary.
  let compositions: [Composition]
  /// Why each is played, by the first name that means it.
  let categories: [Composition: Category]
  /// In the order of the vocabulary.
  private let materials: [Material]

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    var compositions: [Composition] = []
    var known: [Pattern: Composition] = [:]
    var categories: [Composition: Category] = [:]
    var materials: [Material] = []
    materials.reserveCapacity(vocabulary.feedbacks.count)
    for feedback in vocabulary.feedbacks {
      let former = known[feedback.pattern]
      let composition = former ?? Composition(feedback.pattern)
      if former == nil {
        known[feedback.pattern] = composition
        compositions.append(composition)
        categories[composition] = feedback.category
      }
      materials.append(
        Material(name: feedback.name, category: feedback.category, composition: composition))
    }
    self.compositions = compositions
    self.categories = categories
    self.materials = materials
  }

  /// The feedback of this name; nil where there is none. Allocates nothing for a known name.
  ///
  /// - Parameter allowingFallback: whether a shorter name may stand in, as in `Vocabulary.resolve(_:)`.
  func material(named name: ShortName, allowingFallback: Bool = false) -> Material? {
    vocabulary.position(of: name, allowingFallback: allowingFallback).map { materials[$0] }
  }
}
