internal import Haptics

/// A feedback of SwiftUI. Linux has no SwiftUI and no `sensoryFeedback` modifier: call `play()` where the trigger
/// changes.
///
/// Apple: `SensoryFeedback` of SwiftUI; `play()` is an addition.
public struct SensoryFeedback: Hashable, Sendable {
  private let name: FeedbackName
  private let intensity: Double

  private init(_ name: FeedbackName, _ intensity: Double = 1) {
    self.name = name
    self.intensity = intensity
  }

  /// The weight of colliding objects. Apple: `SensoryFeedback.Weight`.
  public struct Weight: Hashable, Sendable {
    fileprivate let name: FeedbackName
    /// Light objects: the feedback `impact.light`.
    public static let light = Weight(name: "impact.light")
    /// Objects of medium weight: `impact.medium`.
    public static let medium = Weight(name: "impact.medium")
    /// Heavy objects: `impact.heavy`.
    public static let heavy = Weight(name: "impact.heavy")
  }

  /// The flexibility of colliding objects. Apple: `SensoryFeedback.Flexibility`.
  public struct Flexibility: Hashable, Sendable {
    fileprivate let name: FeedbackName
    /// Rigid objects: the feedback `impact.rigid`.
    public static let rigid = Flexibility(name: "impact.rigid")
    /// Solid objects: `impact.medium`.
    public static let solid = Flexibility(name: "impact.medium")
    /// Soft objects: `impact.soft`.
    public static let soft = Flexibility(name: "impact.soft")
  }

  /// An action succeeded: the feedback `success`.
  public static let success = SensoryFeedback("success")
  /// An action produced a warning: `warning`.
  public static let warning = SensoryFeedback("warning")
  /// An action failed: `error`.
  public static let error = SensoryFeedback("error")
  /// A selection changed: `selection`.
  public static let selection = SensoryFeedback("selection")
  /// A value increased: `increase`.
  public static let increase = SensoryFeedback("increase")
  /// A value decreased: `decrease`.
  public static let decrease = SensoryFeedback("decrease")
  /// An activity started: `start`.
  public static let start = SensoryFeedback("start")
  /// An activity stopped: `stop`.
  public static let stop = SensoryFeedback("stop")
  /// A dragged item is aligned: `alignment`.
  public static let alignment = SensoryFeedback("alignment")
  /// A level changed: `level-change`.
  public static let levelChange = SensoryFeedback("level-change")
  /// A path is closed: `path-complete`.
  public static let pathComplete = SensoryFeedback("path-complete")
  /// A collision: `impact.medium`.
  public static let impact = SensoryFeedback.impact()

  /// A collision of objects of a weight.
  ///
  /// - Parameter intensity: the strength, from 0 to 1; clamped.
  public static func impact(weight: Weight = .medium, intensity: Double = 1) -> SensoryFeedback {
    SensoryFeedback(weight.name, intensity)
  }

  /// A collision of objects of a flexibility.
  ///
  /// - Parameter intensity: the strength, from 0 to 1; clamped.
  public static func impact(flexibility: Flexibility, intensity: Double = 1) -> SensoryFeedback {
    SensoryFeedback(flexibility.name, intensity)
  }

  /// Plays the feedback. Does not wait; without a daemon, nothing happens.
  public func play() { HapticService.generators.play(name, intensity: intensity) }
}
