public import HapticPatterns

/// The name of a feedback: one of the core feedbacks, which every theme has, or any other by its text.
///
/// ```swift
/// haptics.play(.success)
/// haptics.play(.impact(.light), intensity: 0.6)
/// haptics.play("phone-incoming-call")             // `hapticctl feedbacks` lists all names
/// ```
public struct FeedbackName: Hashable, Sendable {
  /// The name; truncated if it is not valid.
  let text: ShortName
  /// Whether a feedback can have this name.
  let isValid: Bool

  /// A name from text. One of more than 48 bytes, or with a NUL, is the name of no feedback: a play of it is not sent,
  /// and a call that waits for a verdict throws `ClientError.invalidName`.
  public init(_ text: String) {
    let name = ShortName(text)
    self.text = name ?? ShortName(truncating: text)
    isValid = name != nil
  }

  /// A name from the daemon, such as that of a `FeedbackRecord`.
  public init(_ name: ShortName) { (text, isValid) = (name, true) }

  /// The name of a pattern, which has none.
  static let none = FeedbackName(ShortName.empty)

  /// A change of a selection, such as the next item of a picker.
  public static var selection: FeedbackName { FeedbackName("selection" as ShortName) }
  /// A task has succeeded.
  public static var success: FeedbackName { FeedbackName("success" as ShortName) }
  /// A task has succeeded with a warning.
  public static var warning: FeedbackName { FeedbackName("warning" as ShortName) }
  /// A task has failed.
  public static var error: FeedbackName { FeedbackName("error" as ShortName) }
  /// Two objects collide.
  public static func impact(_ style: ImpactStyle) -> FeedbackName {
    switch style {
    case .light: FeedbackName("impact.light" as ShortName)
    case .medium: FeedbackName("impact.medium" as ShortName)
    case .heavy: FeedbackName("impact.heavy" as ShortName)
    case .rigid: FeedbackName("impact.rigid" as ShortName)
    case .soft: FeedbackName("impact.soft" as ShortName)
    }
  }

  /// The weight or the material of colliding objects.
  public enum ImpactStyle: CaseIterable, Sendable {
    case light
    case medium
    case heavy
    case rigid
    case soft
  }
}

extension FeedbackName: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension FeedbackName: CustomStringConvertible {
  /// The name for display, without control characters.
  public var description: String { text.description }
}
