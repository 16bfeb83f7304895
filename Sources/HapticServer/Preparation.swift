internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorRendering

/// Renders what will be played on one actuator, and makes its levels resident there ahead of time.
final class Preparation {
  private let actuator: any Actuator
  private var renders: RenderCache
  private var preloads: PreloadQueue

  /// - Parameter wish: what the person wants of the device and of each category on it.
  init(_ actuator: any Actuator, _ catalogue: Catalogue, _ wish: Wish) {
    self.actuator = actuator
    renders = RenderCache(actuator.model, catalogue, intensity: wish.intensity)
    preloads = Self.preloads(of: catalogue, wish, on: actuator)
  }

  /// What the person wants of a device: its own strength, and how strong that leaves each category.
  struct Wish {
    let strength: Intensity
    let intensity: (Category) -> UInt16
  }

  /// Takes another vocabulary, or other wishes.
  func setCatalogue(_ catalogue: Catalogue, _ wish: Wish) {
    renders = RenderCache(actuator.model, catalogue, intensity: wish.intensity)
    preloads = Self.preloads(of: catalogue, wish, on: actuator)
  }

  /// How a pattern is played here; `intensity` is in 1/65535.
  func content(_ pattern: SharedPattern, intensity: UInt16) -> Playback.Content {
    renders.content(pattern, intensity: intensity)
  }

  /// How long before it is felt as meant it must be handed over: the rise of its first stroke.
  func lead(of content: Playback.Content) -> Duration { opening(of: content).lead }

  /// Makes the levels of a pattern resident, or of its beginning where it is long, and keeps them so for a while.
  ///
  /// - Parameter intensity: how strong it will be played, in 1/65535.
  /// - Returns: how it is played so, and how many levels that takes.
  func prepare(
    _ pattern: SharedPattern, intensity: UInt16, at now: Instant
  ) -> (content: Playback.Content, levels: Int) {
    let content = content(pattern, intensity: intensity)
    return (content, prepare(content, at: now))
  }

  /// Makes the levels of what will be played resident.
  ///
  /// - Returns: how many they are.
  @discardableResult
  func prepare(_ content: Playback.Content, at now: Instant) -> Int {
    let palette = opening(of: content).palette
    actuator.prepare(palette, keepUntil: now + Self.keeping)
    return palette.count
  }

  /// How long prepared levels are kept before others may take their slots. Apple's generators stay prepared for
  /// "typically seconds"; ours cost nothing while they wait.
  private static let keeping = Duration.seconds(30)

  /// The rendering, or the beginning of one.
  private func opening(of content: Playback.Content) -> Drive {
    if let drive = content.drive { return drive }
    var rendition = Rendition(content.pattern.score, on: actuator.model, strength: content.strength)
    var work = WorkBudget(DrawingQueue.inline)
    let steps = rendition.draw(until: Stream.ahead.far, &work)
    return Drive(steps, end: rendition.drawnUntil, lead: rendition.lead)
  }

  // MARK: The vocabulary

  /// Whether some of the vocabulary is still to be made resident.
  var isPreloading: Bool { !preloads.isOver }

  /// Renders one more pattern of the vocabulary, and makes its levels resident.
  func preloadNext() {
    guard let (pattern, intensity) = preloads.next() else { return }
    let levels = preloads.add(opening(of: content(pattern, intensity: intensity)).palette)
    if !levels.isEmpty { actuator.prepare(levels, keepUntil: .distantPast) }
  }

  private static func preloads(of catalogue: Catalogue, _ wish: Wish, on actuator: any Actuator) -> PreloadQueue {
    PreloadQueue(catalogue, slots: Int(actuator.record.slotShare), intensity: wish.intensity)
  }
}
