internal import Haptics

/// Plays the feedbacks of AppKit. Apple: `NSHapticFeedbackPerformer`.
public protocol NSHapticFeedbackPerformer {
  /// Plays a feedback. Does not wait; without a daemon, nothing happens.
  ///
  /// - Parameter performanceTime: without effect; the feedback plays at once.
  func perform(
    _ pattern: NSHapticFeedbackManager.FeedbackPattern,
    performanceTime: NSHapticFeedbackManager.PerformanceTime)
}

/// The feedbacks of AppKit. Apple: `NSHapticFeedbackManager`.
public final class NSHapticFeedbackManager: Sendable {
  /// A feedback. Apple: `NSHapticFeedbackManager.FeedbackPattern`.
  public enum FeedbackPattern: Int, CaseIterable, Sendable {
    /// No other pattern fits: the feedback `click`.
    case generic = 0
    /// A dragged item is aligned: `alignment`.
    case alignment = 1
    /// A value reached another level: `level-change`.
    case levelChange = 2

    fileprivate var feedback: FeedbackName {
      switch self {
      case .generic: "click"
      case .alignment: "alignment"
      case .levelChange: "level-change"
      }
    }
  }

  /// A time. Apple: `NSHapticFeedbackManager.PerformanceTime`.
  public enum PerformanceTime: UInt, CaseIterable, Sendable {
    /// The usual time for the pattern.
    case `default` = 0
    /// At once.
    case now = 1
    /// When the next frame is shown; as `now`.
    case drawCompleted = 2
  }

  private init() {}

  /// The performer.
  public class var defaultPerformer: any NSHapticFeedbackPerformer { Performer() }

  private struct Performer: NSHapticFeedbackPerformer {
    func perform(_ pattern: FeedbackPattern, performanceTime: PerformanceTime) {
      HapticService.generators.play(pattern.feedback)
    }
  }
}
