/// Why a feedback plays. Decides how late it may be, and what may silence it.
public enum Category: UInt8, CaseIterable, Sendable {
  case touch = 1
  case keyboard, notification, ringtone, alarm, media, accessibility

  /// The category's name in commands, configuration and reports.
  public var name: String {
    switch self {
    case .touch: "touch"
    case .keyboard: "keyboard"
    case .notification: "notification"
    case .ringtone: "ringtone"
    case .alarm: "alarm"
    case .media: "media"
    case .accessibility: "accessibility"
    }
  }

  /// The category with this name, or nil.
  public init?(name: some StringProtocol) {
    guard let category = Category.allCases.first(where: { $0.name == name }) else { return nil }
    self = category
  }

  /// How long after its cause a feedback may still start; one that would start later is dropped, because a late haptic
  /// feels wrong and an absent one does not.
  ///
  /// A finger notices a delay beyond 5...50 ms (Kaaresoja 2014), of which 20 ms are ours at most. Sound and picture
  /// bear about 50 ms. What no hand has caused (a message, a call) may come later still.
  public var deadline: Duration {
    switch self {
    case .touch, .keyboard: .milliseconds(20)
    case .media: .milliseconds(50)
    case .notification, .ringtone, .alarm, .accessibility: .milliseconds(100)
    }
  }
}
