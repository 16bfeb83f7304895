/// The purpose of a feedback. It determines the deadline and the settings that may suppress the feedback.
public enum Category: UInt8, CaseIterable, Sendable {
  case touch = 1
  case keyboard, notification, ringtone, alarm, media, accessibility

  /// The name in commands, settings and reports.
  public var name: String { String(describing: self) }

  /// Creates the category with this name, or nil if there is none.
  public init?(name: some StringProtocol) {
    guard let category = Category.allCases.first(where: { $0.name == name }) else { return nil }
    self = category
  }

  /// The maximum delay after the cause. A feedback that would start later is dropped, because a late haptic feels wrong
  /// and a missing one does not.
  ///
  /// A finger notices a delay above 5...50 ms (Kaaresoja 2014); the daemon may use 20 ms. Sound and image tolerate
  /// about 50 ms. A feedback without an action of the user (a message, a call) may be later.
  public var deadline: Duration {
    switch self {
    case .touch, .keyboard: .milliseconds(20)
    case .media: .milliseconds(50)
    case .notification, .ringtone, .alarm, .accessibility: .milliseconds(100)
    }
  }
}
