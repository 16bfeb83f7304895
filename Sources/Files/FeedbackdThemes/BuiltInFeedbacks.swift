internal import HapticPatterns

/// The sounds and lights of common events, for machines without a theme of feedbackd. The haptics of these events are in
/// hapticd's own themes.
enum BuiltInFeedbacks {
  static let events: [String: EventFeedback] = {
    var events: [String: EventFeedback] = [:]
    for (event, effect) in sounds {
      events[event, default: EventFeedback()].sound = Leveled(SoundFeedback(effect), .full)
    }
    for (event, light) in lights { events[event, default: EventFeedback()].light = Leveled(light, .silent) }
    return events
  }()

  /// Events and the sounds for them, by the names of the sound naming specification of freedesktop.org.
  private static let sounds = [
    ("alarm-clock-elapsed", "alarm-clock-elapsed"), ("button-pressed", "button-pressed"),
    ("button-released", "button-released"), ("camera-focus", "camera-focus"), ("camera-shutter", "camera-shutter"),
    ("message-new-cellbroadcast", "cellbroadcast"), ("message-new-email", "message-new-email"),
    ("message-new-instant", "message-new-instant"), ("message-new-sms", "message-new-instant"),
    ("phone-failure", "phone-failure"), ("phone-hangup", "phone-hangup"),
    ("phone-incoming-call", "phone-incoming-call"), ("phone-outgoing-busy", "phone-outgoing-busy"),
    ("screen-capture", "screen-capture"), ("theme-demo", "theme-demo"), ("timeout-completed", "complete"),
    ("window-close", "window-close"),
  ]

  /// Lights for events that the user has missed, which are often noticed later.
  private static let lights = [
    ("battery-caution", LightFeedback(red: 255, green: 0, blue: 0, millihertz: 5000)),
    ("message-missed-email", LightFeedback(red: 128, green: 0, blue: 128, millihertz: 2000)),
    ("message-missed-instant", LightFeedback(red: 0, green: 0, blue: 255, millihertz: 1000)),
    ("message-missed-notification", LightFeedback(red: 0, green: 0, blue: 255, millihertz: 500)),
    ("message-missed-sms", LightFeedback(red: 0, green: 0, blue: 255, millihertz: 2000)),
    ("notification-missed-generic", LightFeedback(red: 0, green: 0, blue: 255, millihertz: 500)),
    ("phone-missed-call", LightFeedback(red: 0, green: 255, blue: 255, millihertz: 3000)),
  ]
}
