public import Foundation
internal import Haptics

/// The base class of feedback generators; use its subclasses.
///
/// No method waits or throws. Without a daemon or a device, or if the user has switched haptics off, nothing happens.
/// In the Swift 6 language mode, generators belong to the main actor, as in UIKit; in the Swift 5 mode they can be used
/// from any thread. Apple: `UIFeedbackGenerator`.
@preconcurrency @MainActor open class UIFeedbackGenerator {
  /// The feedbacks that `prepare()` prepares.
  var names: [FeedbackName] { [] }

  init() {}

  /// Prepares the generator: for the next 3 seconds its feedback is resident on the device, so that it starts as fast
  /// as possible. Call it when feedback is likely soon, such as at the start of a gesture.
  open func prepare() { HapticService.generators.prepare(names) }
}

/// Feedback for a collision of objects. Apple: `UIImpactFeedbackGenerator`.
@preconcurrency @MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The mass and the stiffness of the objects. Apple: `UIImpactFeedbackGenerator.FeedbackStyle`.
  public enum FeedbackStyle: Int, CaseIterable, Sendable {
    /// Small objects: the feedback `impact.light`.
    case light = 0
    /// Objects of medium size: `impact.medium`.
    case medium = 1
    /// Large objects: `impact.heavy`.
    case heavy = 2
    /// Soft objects: `impact.soft`.
    case soft = 3
    /// Rigid objects: `impact.rigid`.
    case rigid = 4

    var feedback: FeedbackName { FeedbackName("impact.\(self)") }
  }

  private let name: FeedbackName
  override var names: [FeedbackName] { [name] }

  /// Creates a generator of the style `medium`.
  public override init() {
    name = FeedbackStyle.medium.feedback
    super.init()
  }

  /// Creates a generator.
  public init(style: FeedbackStyle) {
    name = style.feedback
    super.init()
  }

  /// Creates a generator. The view has no effect.
  public convenience init(style: FeedbackStyle, view: AnyObject) { self.init(style: style) }

  /// Plays the impact at full strength.
  open func impactOccurred() { impactOccurred(intensity: 1) }

  /// Plays the impact.
  ///
  /// - Parameter intensity: the strength, from 0 to 1; clamped.
  open func impactOccurred(intensity: CGFloat) { HapticService.generators.play(name, intensity: Double(intensity)) }

  /// Plays the impact. The location has no effect.
  open func impactOccurred(at location: CGPoint) { impactOccurred(intensity: 1) }

  /// Plays the impact. The location has no effect.
  open func impactOccurred(intensity: CGFloat, at location: CGPoint) { impactOccurred(intensity: intensity) }
}

/// Feedback for a changing selection, such as a wheel: the feedback `selection`. Apple: `UISelectionFeedbackGenerator`.
@preconcurrency @MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  override var names: [FeedbackName] { ["selection"] }

  /// Creates a generator.
  public override init() { super.init() }

  /// Creates a generator. The view has no effect.
  public convenience init(view: AnyObject) { self.init() }

  /// Plays the feedback for one step.
  open func selectionChanged() { HapticService.generators.play("selection") }

  /// Plays the feedback for one step. The location has no effect.
  open func selectionChanged(at location: CGPoint) { selectionChanged() }
}

/// Feedback for the result of an action. Apple: `UINotificationFeedbackGenerator`.
@preconcurrency @MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The result of an action. Apple: `UINotificationFeedbackGenerator.FeedbackType`.
  public enum FeedbackType: Int, CaseIterable, Sendable {
    /// The action succeeded: the feedback `success`.
    case success = 0
    /// The action produced a warning: `warning`.
    case warning = 1
    /// The action failed: `error`.
    case error = 2

    var feedback: FeedbackName { FeedbackName("\(self)") }
  }

  override var names: [FeedbackName] { FeedbackType.allCases.map(\.feedback) }

  /// Creates a generator.
  public override init() { super.init() }

  /// Creates a generator. The view has no effect.
  public convenience init(view: AnyObject) { self.init() }

  /// Plays the feedback for a result.
  open func notificationOccurred(_ notificationType: FeedbackType) {
    HapticService.generators.play(notificationType.feedback)
  }

  /// Plays the feedback for a result. The location has no effect.
  open func notificationOccurred(_ notificationType: FeedbackType, at location: CGPoint) {
    notificationOccurred(notificationType)
  }
}

/// Feedback for drawing. Apple: `UICanvasFeedbackGenerator`.
@preconcurrency @MainActor open class UICanvasFeedbackGenerator: UIFeedbackGenerator {
  override var names: [FeedbackName] { ["alignment", "path-complete"] }

  /// Creates a generator.
  public override init() { super.init() }

  /// Creates a generator. The view has no effect.
  public convenience init(view: AnyObject) { self.init() }

  /// Plays `alignment`: a dragged item is aligned with another. The location has no effect.
  open func alignmentOccurred(at location: CGPoint) { HapticService.generators.play("alignment") }

  /// Plays `path-complete`: a path is closed. The location has no effect.
  open func pathCompleted(at location: CGPoint) { HapticService.generators.play("path-complete") }
}
