internal import HapticPatterns
internal import HapticProtocol
internal import HapticSystem
internal import MotorDriving
internal import MotorRendering

/// Renders patterns for one device, and makes their levels resident on it before they are played. Another one takes over
/// after a change of the vocabulary or of the user's strengths.
final class Preparation {
  private let device: Device
  private var renders: RenderCache
  private var preloads: PreloadQueue
  private lazy var weakest = WeakestFelt(on: device.model)

  /// - Parameter strengths: the user's strength for the device and for each category on it.
  init(_ device: Device, _ catalogue: Catalogue, _ strengths: Strengths) {
    self.device = device
    renders = RenderCache(device.model, intensity: strengths.intensity)
    preloads = PreloadQueue(catalogue, slots: Int(device.record.slotShare), intensity: strengths.intensity)
  }

  /// The user's strength for a device, and the resulting strength of each category on it, in 1/65535.
  struct Strengths {
    let strength: Intensity
    let intensity: (Category) -> UInt16
  }

  /// A pattern for this device with its rendering, unless it is long; `intensity` is in 1/65535.
  func content(_ pattern: SharedPattern, intensity: UInt16) -> Playback.Content {
    renders.content(pattern, intensity: intensity)
  }

  /// The intensity at which a pattern is felt, in 1/65535: `intensity`, or a higher one if the strongest event of a
  /// client's own pattern would be too weak for the device.
  func felt(_ pattern: SharedPattern, at intensity: UInt16) -> UInt16 {
    guard pattern.category == nil, let strongest = pattern.strongest, strongest.intensity > .none, intensity > 0 else {
      return intensity
    }
    let peak = strongest.intensity.rawValue
    let wanted = peak * Double(intensity) / 65535
    let felt = weakest.raised(wanted, of: strongest.kind)
    return felt > wanted ? UInt16(min(felt / peak, 1) * 65535) : intensity
  }

  /// The time by which a scheduled start is sent to the motor earlier: until the first stroke is felt, 0...100 ms.
  func lead(of content: Playback.Content, _ timing: Request.Play.Timing) -> Duration {
    if timing.isPlain { return opening(of: content).lead }
    let stream = Stream(
      content.pattern.score, on: device.model, strength: content.strength, at: Instant(nanoseconds: 0), timing)
    var work = WorkBudget(DrawingQueue.inline)
    return stream.lead(&work)
  }

  /// Makes the levels of a playback resident for 30 seconds; of a long pattern, those of its beginning.
  ///
  /// - Returns: their number.
  @discardableResult
  func prepare(_ content: Playback.Content, at now: Instant) -> Int {
    let palette = opening(of: content).palette
    device.sink.prepare(palette, keepUntil: now + Self.keeping)
    return palette.count
  }

  /// The time for which prepared levels keep their slots. Apple's generators stay prepared for "typically seconds";
  /// here, waiting costs nothing.
  private static let keeping = Duration.seconds(30)

  /// The rendering, or the beginning of it if the pattern is long.
  private func opening(of content: Playback.Content) -> Drive {
    if let drive = content.drive { return drive }
    var rendition = Rendition(content.pattern.score, on: device.model, strength: content.strength)
    var work = WorkBudget(DrawingQueue.inline)
    let steps = rendition.draw(until: Stream.ahead.far, &work)
    return Drive(steps, end: rendition.drawnUntil, lead: rendition.lead)
  }

  // MARK: The vocabulary

  /// Whether levels of the vocabulary are still to be made resident.
  var isPreloading: Bool { !preloads.isOver }

  /// Renders the next pattern of the vocabulary, and makes its levels resident.
  func preloadNext() {
    guard let (pattern, intensity) = preloads.next() else { return }
    let levels = preloads.add(opening(of: content(pattern, intensity: intensity)).palette)
    if !levels.isEmpty { device.sink.prepare(levels, keepUntil: .distantPast) }
  }
}
