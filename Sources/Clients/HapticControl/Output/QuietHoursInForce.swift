internal import HapticProtocol
internal import Haptics
internal import PreferenceFiles

/// The present quiet hours: their end, and what plays in them.
struct QuietHoursInForce {
  /// The local time, such as `07:00`; nil if the settings of the daemon are unknown.
  let end: String?
  /// The names of the categories that play.
  let categories: [String]

  init(end: String?, categories: [String]) { (self.end, self.categories) = (end, categories) }

  /// Nil outside quiet hours.
  init?(_ status: Status, _ session: DaemonSession) {
    guard status.circumstances.contains(.quietHours) else { return nil }
    let settings = EffectiveSettings(session.settings(), session)
    func value(_ name: String) -> (kind: PreferenceKind, value: PreferenceValue)? {
      guard let key = try? PreferenceKey.spelled("quiet-hours.\(name)") else { return nil }
      return (key.setting.kind, settings.value(of: key))
    }
    let end = value("to").flatMap { $0.kind.text(of: $0.value) }
    self.init(
      end: end.map { String($0.dropFirst().dropLast()) },
      categories: value("allow").flatMap { $0.kind.words(of: $0.value) } ?? [])
  }

  var line: String {
    let until = end.map { " until \($0)" } ?? ""
    return "quiet hours\(until); in them play: \(categories.isEmpty ? "nothing" : categories.joined(separator: ", "))"
  }
}
